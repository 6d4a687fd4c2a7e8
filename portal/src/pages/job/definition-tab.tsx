// The job as JSON, as it can be sent again, and what it takes from its collection.
import { jobPath } from "../../api/ids";
import type { JsonObject } from "../../api/types";
import { CopyButton } from "../../parts/copy-button";
import { hashOfCollection } from "../../state/address";
import { countersOf, type JobFacts } from "./job-facts";
import { asJson, bodyOf, curlOf } from "./shell-lines";

export function DefinitionTab({ facts }: { facts: JobFacts }) {
  const body = bodyOf(facts.job);
  const address = location.origin + jobPath(facts.name);
  return (
    <>
      <NoEffect keys={countersOf(facts.job).noEffect ?? []} />
      <div class="choices">
        <CopyButton label="Copy as JSON" text={() => asJson(body)} />
        <CopyButton label="Copy as curl (PUT)" text={() => curlOf("PUT", address, body)} />
        <CopyButton label="Copy as curl (run now)" text={() => curlOf("POST", `${address}/run`, {})} />
      </div>
      <p class="hint">
        A PUT with this body begins the same job anew: its counters start at zero, and without a start time it
        runs at once. Secrets are never answered; a PUT without them keeps those of the same job. The shell
        that runs curl needs your key in its variable <code>KEY</code>.
      </p>
      <pre class="code" tabIndex={0} aria-label="Definition as JSON">
        {asJson(body)}
      </pre>
      <Effective facts={facts} />
    </>
  );
}

function NoEffect({ keys }: { keys: string[] }) {
  if (!keys.length) return null;
  return (
    <p class="notice warn">
      <span>
        Without effect, because they no longer fit the job: <strong>{keys.join(", ")}</strong>.
      </span>
    </p>
  );
}

function Effective({ facts: { name, job } }: { facts: JobFacts }) {
  const { effective } = job.properties;
  if (!effective || !Object.keys(effective).length) return null;
  return (
    <>
      <h2>
        Taken from <a href={hashOfCollection(name)}>{name.collection}</a>
      </h2>
      <p class="hint">
        The collection's defaults hold for what the job itself does not say. They are no part of the job.
      </p>
      <pre class="code" tabIndex={0} aria-label="Defaults in effect, as JSON">
        {asJson(effective as JsonObject)}
      </pre>
    </>
  );
}
