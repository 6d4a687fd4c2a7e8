// Who changed the job, and what: each record with the difference to the one before it.
import { listAudit } from "../../api/operations";
import type { JobName } from "../../api/ids";
import type { Change } from "../../api/types";
import { Instant } from "../../parts/instant";
import { Empty, Shown } from "../../parts/notices";
import { useList } from "../../parts/pages-of-list";
import { OPERATIONS, counted } from "../../words/outcomes";
import { differencesOf, olderOf, untoldIn, type Difference, type Noted } from "./diff";
import { progressOf, type JobFacts } from "./job-facts";

export function ChangesTab({ facts }: { facts: JobFacts }) {
  return <ChangesOf name={facts.name} zone={facts.zone} progress={progressOf(facts)} />;
}

/** The changes of a job that is there, or was. */
export function ChangesOf({
  name,
  zone,
  progress,
}: {
  name: JobName;
  zone: string | undefined;
  progress: string;
}) {
  const query = { collection: `${name.group}/${name.collection}`, job: name.job };
  const loaded = useList<Change>(() => listAudit(name.subscription, query), [JSON.stringify(name), progress]);
  return (
    <Shown of={loaded}>
      {({ values, more }) => (
        <>
          <Records records={values.map(({ properties }) => properties)} zone={zone} hasMore={more !== null} />
          {more && (
            <button class="more" onClick={() => void more()}>
              Show more
            </button>
          )}
        </>
      )}
    </Shown>
  );
}

function Records({
  records,
  zone,
  hasMore,
}: {
  records: Noted[];
  zone: string | undefined;
  hasMore: boolean;
}) {
  if (!records.length) return <Empty>No change is noted.</Empty>;
  return (
    <ol class="changes">
      {records.map((record, place) => (
        <li key={`${record.at} ${record.requestId ?? place}`}>
          <p class="line">
            <Instant at={record.at} zone={zone} />
            <span>
              <strong>{OPERATIONS[record.operation] ?? record.operation}</strong> by {record.who}
            </span>
            {record.note && <q>{record.note}</q>}
          </p>
          <Details record={record} older={olderOf(records, place)} hasMore={hasMore} />
        </li>
      ))}
    </ol>
  );
}

interface DetailsProps {
  record: Noted;
  older: Noted | undefined;
  hasMore: boolean;
}

function Details({ record, older, hasMore }: DetailsProps) {
  const unknown = !older && hasMore;
  const differences = unknown ? [] : differencesOf(record, older);
  const untold = untoldIn(record);
  return (
    <details>
      <summary>
        {inShort(
          [...differences.map(({ path }) => path), ...untold.map(([path]) => path)],
          older === undefined,
        )}
      </summary>
      {unknown && <p class="small muted">The record before this one is further down: show more first.</p>}
      {(differences.length > 0 || untold.length > 0) && (
        <Differences differences={differences} untold={untold} />
      )}
      <p class="small muted ids">
        {record.requestId && <>Request {record.requestId}</>}
        {record.correlationId && <> · correlation {record.correlationId}</>}
      </p>
    </details>
  );
}

function Differences({ differences, untold }: { differences: Difference[]; untold: [string, string][] }) {
  return (
    <dl class="diff">
      {differences.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            {before !== undefined && <del class="removed">{before}</del>}
            {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
            {after !== undefined && <ins class="added">{after}</ins>}
            {after === undefined && <small class="muted"> removed</small>}
          </dd>
        </div>
      ))}
      {untold.map(([path, word]) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            {word} <small class="muted">(its value is not kept here)</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function inShort(paths: string[], first: boolean): string {
  if (!paths.length) return "Request";
  if (first) return `${counted(paths.length, "field")} set`;
  return `${counted(paths.length, "field")}: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? " …" : ""}`;
}
