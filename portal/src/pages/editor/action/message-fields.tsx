// A message to a Storage queue, or to a queue or topic of Service Bus.
import type { JsonObject } from "../../../api/types";
import { SelectField } from "../../../parts/fields";
import { objectAt, valueAt, withValue } from "../definition/paths";
import { IDENTITY, senderOf, SHARED_KEY, withSender, type Sender } from "../definition/proofs";
import { useEditing, useFault } from "../editing";
import { BoundArea, BoundField, BoundSelect } from "../fields/bound-fields";
import { Fold } from "../fields/fold";
import { PairsField } from "../fields/pairs-field";
import { SecretField } from "../fields/secret-field";

export function StorageQueueFields({ path }: { path: string }) {
  const { definition } = useEditing();
  const fault = useFault(path);
  return (
    <>
      {fault && <p class="fault">{fault}</p>}
      <div class="row">
        <BoundField
          path={`${path}.storageAccount`}
          label="Storage account"
          as="needed"
          input={{ spellcheck: false }}
        />
        <BoundField
          path={`${path}.queueName`}
          label="Queue"
          as="needed"
          hint="It must be there."
          input={{ spellcheck: false }}
        />
      </div>
      <SenderField path={path} secret="SAS token" host="the queue host of the account" />
      {senderOf(objectAt(definition, path)) === "secret" && (
        <SecretField holder={path} name="sasToken" label="SAS token" hint="It must allow to add messages." />
      )}
      <BoundArea path={`${path}.message`} label="Message" />
    </>
  );
}

const TRANSPORTS = [
  ["AMQP", "AMQP"],
  ["netMessaging", "NetMessaging"],
  ["notSpecified", "not specified"],
] as const;

export function ServiceBusFields({ path, entity }: { path: string; entity: "queueName" | "topicPath" }) {
  const { definition, stored } = useEditing();
  const faults = [useFault(path), useFault(`${path}.authentication`)].filter(Boolean);
  const before = valueAt(stored ?? {}, `${path}.authentication`) as JsonObject | undefined;
  return (
    <>
      {faults.length > 0 && <p class="fault">{faults.join("; ")}</p>}
      <div class="row">
        <BoundField path={`${path}.namespace`} label="Namespace" as="needed" input={{ spellcheck: false }} />
        <BoundField
          path={`${path}.${entity}`}
          label={entity === "queueName" ? "Queue" : "Topic"}
          as="needed"
          input={{ spellcheck: false }}
        />
        <BoundSelect path={`${path}.transportType`} label="Transport" options={TRANSPORTS} />
      </div>
      <SenderField
        path={path}
        secret="shared access key"
        host="the host of the namespace"
        authentication={before ?? SHARED_KEY}
      />
      {senderOf(objectAt(definition, path)) === "secret" && <SharedKeyFields path={path} />}
      <BoundArea path={`${path}.message`} label="Message" />
      <MessageProperties path={path} />
    </>
  );
}

interface SenderProps {
  path: string;
  /** What the secret is called that the identity can replace. */
  secret: string;
  /** What the settings must name for the identity. */
  host: string;
  /** What stands around the secret. */
  authentication?: JsonObject;
}

/** Whether a message is sent with a secret or with the managed identity. */
function SenderField({ path, secret, host, authentication }: SenderProps) {
  const { definition, change } = useEditing();
  const fault = useFault(`${path}.${IDENTITY}.*`);
  const chosen = senderOf(objectAt(definition, path));
  const choose = (next: Sender) =>
    change((now) => withValue(now, path, withSender(objectAt(now, path), next, authentication)));
  const about = (
    <>
      The identity for actions sends it, so no secret is stored. The app's settings must allow it:{" "}
      <code>SCHEDULER_IDENTITY_TARGETS</code> names {host}.
    </>
  );
  return (
    <SelectField<Sender>
      label="Authentication"
      value={chosen}
      options={[
        ["secret", secret],
        [IDENTITY, "managed identity"],
      ]}
      change={choose}
      fault={fault}
      hint={chosen === IDENTITY && about}
    />
  );
}

function SharedKeyFields({ path }: { path: string }) {
  return (
    <div class="row">
      <BoundField
        path={`${path}.authentication.sasKeyName`}
        label="Name of the key"
        as="needed"
        input={{ spellcheck: false }}
      />
      <SecretField holder={`${path}.authentication`} name="sasKey" label="Key" />
    </div>
  );
}

function MessageProperties({ path }: { path: string }) {
  return (
    <Fold
      title="Properties of the message"
      about={[`${path}.brokeredMessageProperties`, `${path}.customMessageProperties`]}
    >
      <div class="row">
        <BoundField path={`${path}.brokeredMessageProperties.label`} label="Label" />
        <BoundField path={`${path}.brokeredMessageProperties.sessionId`} label="Session id" />
        <BoundField
          path={`${path}.brokeredMessageProperties.timeToLive`}
          label="Time to live"
          as="span"
          input={{ placeholder: "such as 1 h" }}
        />
      </div>
      <PairsField path={`${path}.customMessageProperties`} label="Custom properties" />
      <p class="hint">All other brokered properties can be written in the JSON.</p>
    </Fold>
  );
}
