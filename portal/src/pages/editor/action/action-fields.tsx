// One action: its kind, the fields of that kind, and its retries. The main action and the error action are alike.
import { useRef } from "preact/hooks";
import type { JsonObject } from "../../../api/types";
import { SelectField } from "../../../parts/fields";
import { kindOf, withKind, type Kind } from "../definition/actions";
import { objectAt, withValue } from "../definition/paths";
import { useEditing, useFault } from "../editing";
import { BoundArea, BoundField, BoundSelect } from "../fields/bound-fields";
import { Fold } from "../fields/fold";
import { PairsField } from "../fields/pairs-field";
import { SecretField } from "../fields/secret-field";
import { HttpFields } from "./http-fields";
import { RetryFields } from "./retry-fields";

const KINDS = [
  ["Http", "Call a web address (HTTP, HTTPS)"],
  ["StorageQueue", "Put a message into a Storage queue"],
  ["ServiceBusQueue", "Send a message to a Service Bus queue"],
  ["ServiceBusTopic", "Send a message to a Service Bus topic"],
] as const;

export function ActionFields({ path }: { path: string }) {
  const { definition, change } = useEditing();
  const shelf = useRef(new Map<Kind, JsonObject>());
  const fault = useFault(`${path}.type`);
  const kind = kindOf(objectAt(definition, path));
  const choose = (next: Kind) =>
    change((now) => withValue(now, path, withKind(objectAt(now, path), next, shelf.current)));
  return (
    <>
      <SelectField<Kind> label="What to do" value={kind} options={KINDS} change={choose} fault={fault} />
      {kind === "Http" && <HttpFields action={path} />}
      {kind === "StorageQueue" && <StorageQueueFields path={`${path}.queueMessage`} />}
      {kind === "ServiceBusQueue" && (
        <ServiceBusFields path={`${path}.serviceBusQueueMessage`} entity="queueName" />
      )}
      {kind === "ServiceBusTopic" && (
        <ServiceBusFields path={`${path}.serviceBusTopicMessage`} entity="topicPath" />
      )}
      <RetryFields action={path} http={kind === "Http"} />
    </>
  );
}

function StorageQueueFields({ path }: { path: string }) {
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
      <SecretField holder={path} name="sasToken" label="SAS token" hint="It must allow to add messages." />
      <BoundArea path={`${path}.message`} label="Message" />
    </>
  );
}

const TRANSPORTS = [
  ["AMQP", "AMQP"],
  ["netMessaging", "NetMessaging"],
  ["notSpecified", "not specified"],
] as const;

function ServiceBusFields({ path, entity }: { path: string; entity: "queueName" | "topicPath" }) {
  const faults = [useFault(path), useFault(`${path}.authentication`)].filter(Boolean);
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
      <div class="row">
        <BoundField
          path={`${path}.authentication.sasKeyName`}
          label="Name of the key"
          as="needed"
          input={{ spellcheck: false }}
        />
        <SecretField holder={`${path}.authentication`} name="sasKey" label="Key" />
      </div>
      <BoundArea path={`${path}.message`} label="Message" />
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
    </>
  );
}
