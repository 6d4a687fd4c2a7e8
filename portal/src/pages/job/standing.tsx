// How a job stands: why it is disabled, what it is for, and its tags.
import { hashOfCollection } from "../../state/address";
import type { Disabled } from "../../api/types";
import { timesBy, type TimeInWords } from "../../parts/clocks";
import type { JobFacts } from "./job-facts";

export function Standing({ facts }: { facts: JobFacts }) {
  const { job, collection, zone } = facts;
  const { description, disabled } = job.properties;
  const time = timesBy(zone);
  return (
    <div class="standing">
      {disabled && <p>Disabled {pausedInWords(disabled, time)}</p>}
      {collection.properties.state !== "Enabled" && <CollectionOff facts={facts} time={time} />}
      {description && <p class="description">{description}</p>}
      <Tags tags={job.tags ?? {}} />
    </div>
  );
}

function CollectionOff({ facts: { name, collection }, time }: { facts: JobFacts; time: TimeInWords }) {
  const { state, disabled } = collection.properties;
  return (
    <p class="notice warn">
      <span>
        Its collection <a href={hashOfCollection(name)}>{name.collection}</a> is {state.toLowerCase()}, so
        this job does not run by its schedule. {disabled && `Disabled ${pausedInWords(disabled, time)}`}
      </span>
    </p>
  );
}

function Tags({ tags }: { tags: Record<string, string> }) {
  const all = Object.entries(tags);
  if (!all.length) return null;
  return (
    <ul class="tags" aria-label="Tags">
      {all.map(([tag, value]) => (
        <li key={tag}>
          <span class="muted">{tag}</span> {value}
        </li>
      ))}
    </ul>
  );
}

function pausedInWords({ by, since, until, note }: Disabled, time: TimeInWords): string {
  const said = [by ? `by ${by}` : "", since ? time(since) : "", until ? `until ${time(until)}` : ""]
    .filter(Boolean)
    .join(", ");
  return [said, note ? `“${note}”` : ""].filter(Boolean).join(": ");
}
