// A call of a web address.
import { Field } from "../../../parts/fields";
import { withUri } from "../definition/actions";
import { objectAt, textAt, valueAt, withValue } from "../definition/paths";
import { authenticationOf, IDENTITY, withAuthentication, type Authentication } from "../definition/proofs";
import { useEditing, useFault } from "../editing";
import { BoundArea, BoundField } from "../fields/bound-fields";
import { Fold } from "../fields/fold";
import { PairsField } from "../fields/pairs-field";
import { SecretField } from "../fields/secret-field";
import { SelectField } from "../../../parts/fields";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

export function HttpFields({ action }: { action: string }) {
  const request = `${action}.request`;
  const { definition } = useEditing();
  const fault = useFault(request);
  const method = textAt(definition, `${request}.method`);
  return (
    <>
      {fault && <p class="fault">{fault}</p>}
      <div class="target">
        <MethodField path={`${request}.method`} />
        <UriField action={action} />
      </div>
      {!["GET", "HEAD"].includes(method) && <BoundArea path={`${request}.body`} label="Body" />}
      <Fold title="Headers" about={[`${request}.headers`]}>
        <PairsField path={`${request}.headers`} label="Headers" names="Header" bare />
      </Fold>
      <AuthenticationFields request={request} />
    </>
  );
}

function MethodField({ path }: { path: string }) {
  const { definition, change } = useEditing();
  const fault = useFault(path);
  const method = textAt(definition, path);
  const all = METHODS.includes(method) ? METHODS : [...METHODS, method];
  return (
    <Field label="Method" fault={fault}>
      {(tied) => (
        <select
          {...tied}
          value={method}
          onChange={(event) => change((now) => withValue(now, path, event.currentTarget.value))}
        >
          {all.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

function UriField({ action }: { action: string }) {
  const { definition, change } = useEditing();
  const fault = useFault(`${action}.request.uri`);
  const type = (uri: string) => change((now) => withValue(now, action, withUri(objectAt(now, action), uri)));
  return (
    <Field label="Address" fault={fault}>
      {(tied) => (
        <input
          {...tied}
          type="url"
          placeholder="https://"
          spellcheck={false}
          value={textAt(definition, `${action}.request.uri`)}
          onInput={(event) => type(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const AUTHENTICATIONS = [
  ["none", "none"],
  ["Basic", "user name and password (Basic)"],
  ["ClientCertificate", "client certificate"],
  ["ActiveDirectoryOAuth", "Entra ID (ActiveDirectoryOAuth)"],
  [IDENTITY, "managed identity"],
] as const;

function AuthenticationFields({ request }: { request: string }) {
  const { definition, change, stored } = useEditing();
  const [path, identity] = [`${request}.authentication`, `${request}.${IDENTITY}`];
  const faults = [useFault(path), useFault(`${path}.type`), useFault(identity)].filter(Boolean).join("; ");
  const chosen = authenticationOf(objectAt(definition, request));
  const choose = (next: Authentication) => {
    const before = valueAt(stored ?? {}, request);
    change((now) => withValue(now, request, withAuthentication(objectAt(now, request), next, before)));
  };
  return (
    <>
      <SelectField<Authentication>
        label="Authentication"
        value={chosen}
        options={AUTHENTICATIONS}
        change={choose}
        fault={faults || undefined}
        hint={chosen === IDENTITY && <AboutIdentity />}
      />
      {chosen === IDENTITY && (
        <BoundField
          path={`${identity}.audience`}
          label="Audience"
          as="needed"
          hint="For whom the token is: such as https://vault.azure.net, or the Application ID URI of an API."
          input={{ autoComplete: "off", spellcheck: false }}
        />
      )}
      {chosen === "Basic" && (
        <div class="row">
          <BoundField
            path={`${path}.username`}
            label="User name"
            as="needed"
            input={{ autoComplete: "off", spellcheck: false }}
          />
          <SecretField holder={path} name="password" label="Password" />
        </div>
      )}
      {chosen === "ClientCertificate" && (
        <div class="row">
          <SecretField holder={path} name="pfx" label="Certificate" hint="A PFX file, in Base64." />
          <SecretField holder={path} name="password" label="Password of the certificate" />
        </div>
      )}
      {chosen === "ActiveDirectoryOAuth" && <EntraFields path={path} />}
    </>
  );
}

function AboutIdentity() {
  return (
    <>
      The identity for actions calls the address, so no secret is stored. The app's settings must allow it:{" "}
      <code>SCHEDULER_IDENTITY_TARGETS</code> names the audience together with the host. The address is https,
      no redirect is followed, and the history keeps nothing of the answer but its status.
    </>
  );
}

function EntraFields({ path }: { path: string }) {
  const plain = { autoComplete: "off", spellcheck: false } as const;
  return (
    <div class="row">
      <BoundField path={`${path}.tenant`} label="Tenant" as="needed" input={plain} />
      <BoundField path={`${path}.audience`} label="Audience" as="needed" input={plain} />
      <BoundField path={`${path}.clientId`} label="Client id" as="needed" input={plain} />
      <SecretField holder={path} name="secret" label="Secret" />
    </div>
  );
}
