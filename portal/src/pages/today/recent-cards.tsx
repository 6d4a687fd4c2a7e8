// What changed lately, and which credentials end soon.
import { listAudit, listExpiring } from "../../api/operations";
import type { Change, Credential } from "../../api/types";
import { changeKey } from "../../words/changes";
import { EndOfCredential } from "../../parts/end-of-credential";
import { Instant } from "../../parts/instant";
import { TargetLink } from "../../parts/links";
import { Empty, Shown } from "../../parts/notices";
import { Card } from "../../parts/page";
import { hashOfPage } from "../../state/links";
import { useLoaded } from "../../state/loading";
import { CREDENTIALS, OPERATIONS } from "../../words/outcomes";

const LINES = 8;

export function ChangesCard({ subscription }: { subscription: string }) {
  const changes = useLoaded(() => listAudit(subscription, { $top: `${LINES}` }), [subscription], 60);
  return (
    <Card title="What changed lately" aside={<a href={hashOfPage("audit")}>All changes</a>}>
      <Shown of={changes}>
        {({ value }) =>
          value.length ? (
            <ul class="lines">
              {value.map((change) => (
                <ChangeLine key={changeKey(change)} change={change} />
              ))}
            </ul>
          ) : (
            <Empty>Nothing was changed.</Empty>
          )
        }
      </Shown>
    </Card>
  );
}

function ChangeLine({ change: { properties: change } }: { change: Change }) {
  return (
    <li>
      <span class="line-head">
        <span>
          <strong>{change.who}</strong> {OPERATIONS[change.operation] ?? change.operation}{" "}
          <TargetLink id={change.target} />
        </span>
        <span class="muted small">
          <Instant at={change.at} show="distance" />
        </span>
      </span>
      {change.note && <span class="cut small muted">“{change.note}”</span>}
    </li>
  );
}

export function CredentialsCard({ subscription }: { subscription: string }) {
  const ending = useLoaded(() => listExpiring(subscription, { within: "30.00:00:00" }), [subscription]);
  return (
    <Card
      title="Credentials that end within 30 days"
      aside={<a href={hashOfPage("expiring")}>All credentials</a>}
    >
      <Shown of={ending}>
        {({ value }) => {
          const known = value.filter((one) => one.properties.ends);
          if (!known.length) return <Empty>None that is known.</Empty>;
          return (
            <ul class="lines">
              {known.slice(0, LINES).map((one) => (
                <CredentialLine key={one.id + one.properties.path} credential={one} />
              ))}
            </ul>
          );
        }}
      </Shown>
    </Card>
  );
}

function CredentialLine({ credential }: { credential: Credential }) {
  const { kind, ends } = credential.properties;
  return (
    <li>
      <span class="line-head">
        <span>
          {CREDENTIALS[kind]} of <TargetLink id={credential.id} />
        </span>
        <span class="muted small">
          <EndOfCredential ends={ends} />
        </span>
      </span>
    </li>
  );
}
