// One job in the list: two lines in a table, three on a phone; always the same height.
import { Badge, StateBadge, Strip } from "../../parts/badge";
import { Instant } from "../../parts/instant";
import { hashOfCollection, hashOfJob } from "../../state/address";
import type { Row } from "../../state/jobs";
import { now } from "../../state/clock";
import { zoneMark } from "../../times/wall";
import { LAST_OUTCOMES } from "../../words/outcomes";
import { endsSoon } from "./filters";

interface JobRowProps {
  row: Row;
  /** Its place among all that match, from 0. */
  place: number;
  chosen: boolean;
  /** Without it, nothing can be chosen. */
  choose?: ((id: string, range: boolean) => void) | undefined;
}

export function JobRow({ row, place, chosen, choose }: JobRowProps) {
  const { name, facts } = row;
  return (
    <tr role="row" class={chosen ? "chosen" : ""} aria-rowindex={place + 2}>
      {choose && (
        <td role="cell" class="pick">
          <input
            type="checkbox"
            aria-label={`Choose ${name.job}`}
            checked={chosen}
            onClick={(event) => choose(row.id, event.shiftKey)}
          />
        </td>
      )}
      <td role="cell" class="of-name">
        <Line text={name.job} href={hashOfJob(name)} strong />
        <Line text={targetOf(facts.target)} quiet />
      </td>
      <td role="cell" class="of-collection">
        <Line text={name.collection} href={hashOfCollection(name)} />
      </td>
      <td role="cell" class="of-state">
        <StateBadge facts={facts} />
        <Remark facts={facts} />
      </td>
      <td role="cell" class="of-schedule">
        <Line
          text={withoutZone(facts.sentence ?? "once", facts.timeZone)}
          narrow={zoneMark(facts.timeZone)}
        />
        <Line text={facts.timeZone} quiet />
      </td>
      <NextAndLast facts={facts} />
      <td role="cell" class="of-recent">
        <Strip recent={facts.recent} />
      </td>
    </tr>
  );
}

function NextAndLast({ facts }: { facts: Row["facts"] }) {
  const next = { at: facts.nextExecutionTime, local: facts.nextExecutionTimeLocal, zone: facts.timeZone };
  return (
    <>
      <td role="cell" class="of-next">
        <Instant {...next} show="time" />
        {next.at && (
          <span class="line quiet">
            <Instant {...next} show="distance" />
          </span>
        )}
      </td>
      <td role="cell" class="of-last">
        {facts.lastOutcome ? (
          <Badge {...LAST_OUTCOMES[facts.lastOutcome]} />
        ) : (
          <span class="muted">never ran</span>
        )}
        {facts.lastExecutionTime && (
          <span class="line quiet">
            <Instant at={facts.lastExecutionTime} zone={facts.timeZone} show="distance" />
          </span>
        )}
      </td>
    </>
  );
}

/** Why it is disabled and until when, or that a credential ends. */
function Remark({ facts: { disabled, timeZone: zone, ...facts } }: { facts: Row["facts"] }) {
  if (!disabled?.note && !disabled?.until) return <EndOfCredential ends={facts.credentialEnds} zone={zone} />;
  return (
    <span class="line quiet" title={disabled.note}>
      {disabled.until && (
        <>
          until <Instant at={disabled.until} zone={zone} show="time" />
          {disabled.note && " · "}
        </>
      )}
      {disabled.note}
    </span>
  );
}

function EndOfCredential({ ends, zone }: { ends: string | undefined; zone: string }) {
  if (!endsSoon(ends, now.value)) return null;
  return (
    <span class="line quiet">
      credential {Date.parse(ends) < now.value ? "ended" : "ends"}{" "}
      <Instant at={ends} zone={zone} show="distance" />
    </span>
  );
}

function Line({
  text,
  narrow,
  href,
  strong,
  quiet,
}: {
  text: string;
  /** What is added on a phone, where there is one line only. */
  narrow?: string;
  href?: string;
  strong?: boolean;
  quiet?: boolean;
}) {
  const look = `line${strong ? " strong" : ""}${quiet ? " quiet" : ""}`;
  if (href === undefined)
    return (
      <span class={look} title={text}>
        {text}
        {narrow && <span class="narrow"> · {narrow}</span>}
      </span>
    );
  return (
    <a class={look} href={href} title={text}>
      {text}
    </a>
  );
}

function targetOf({ method, target }: Row["facts"]["target"]): string {
  return method ? `${method} ${target}` : target;
}

/** The zone stands on a line of its own. */
function withoutZone(sentence: string, zone: string): string {
  const end = [` in ${zone}`, ` ${zone}`].find((one) => sentence.endsWith(one)) ?? "";
  return sentence.slice(0, sentence.length - end.length);
}
