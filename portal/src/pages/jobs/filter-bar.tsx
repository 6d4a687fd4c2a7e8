// The filters as chips with numbers, and what is in force.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { changeQuery, place } from "../../state/address";
import { toggled } from "../../state/filter-form";
import { completeAt, rows } from "../../state/jobs";
import { counted } from "../../words/outcomes";
import { NOTHING_ASKED } from "./filters";
import {
  activeFilters,
  collectionChoices,
  commonTags,
  credentialChoices,
  outcomeChoices,
  stateChoices,
  tagChoices,
  type Active,
  type Choice,
} from "./filter-words";
import { asked, collectionCount, found } from "./view";

const MOST_COLLECTIONS_AS_CHIPS = 4;

export function FilterBar() {
  const [open, setOpen] = useState(false);
  const { counts } = found.value;
  const active = activeFilters(asked.value).filter(({ group }) => group !== null).length;
  return (
    <section class={open ? "job-filters open" : "job-filters"} aria-label="Filters">
      <button class="filters-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{active ? ` (${active})` : ""}
      </button>
      <Chips label="State" choices={stateChoices(counts, asked.value)} />
      <Chips label="Last run" choices={outcomeChoices(counts, asked.value)} />
      <Chips label="Credentials" choices={credentialChoices(counts, asked.value)} />
      <Collections choices={collectionChoices(counts, asked.value)} />
      <Tags choices={tagChoices(counts, asked.value)} />
    </section>
  );
}

function Chips({
  label,
  choices,
  children,
}: {
  label: string;
  choices: Choice[];
  children?: ComponentChildren;
}) {
  if (choices.length === 0 && !children) return null;
  return (
    <div class="filters" role="group" aria-label={label}>
      {choices.length !== 1 && <span class="small muted">{label}</span>}
      {choices.map((choice) => (
        <Chip key={`${choice.group}:${choice.value}`} {...choice} />
      ))}
      {children}
    </div>
  );
}

function Chip({ group, value, label, count, pressed }: Choice) {
  return (
    <button
      class={count ? "chip" : "chip none"}
      aria-pressed={pressed}
      title={label}
      onClick={() => changeQuery(toggled(place.value.query, group, value))}
    >
      <span class="chip-label">{label}</span> <span class="chip-count">{shownCount(count)}</span>
    </button>
  );
}

/** While jobs are still coming, a number is only the least that it will be. */
function shownCount(count: number): string {
  return completeAt.value === null
    ? count
      ? `${count.toLocaleString("en")}+`
      : "…"
    : count.toLocaleString("en");
}

/** Chips or a list to choose from: by how many there are in all, so that a search does not turn one into the other. */
function Collections({ choices }: { choices: Choice[] }) {
  const all = collectionCount.value;
  if (all < 2 && !choices.some(({ pressed }) => pressed)) return null;
  if (all <= MOST_COLLECTIONS_AS_CHIPS) return <Chips label="Collection" choices={choices} />;
  const chosen = choices.find(({ pressed }) => pressed)?.value ?? "";
  return (
    <label class="filters">
      <span class="small muted">Collection</span>
      <select
        value={chosen}
        onChange={(event) => changeQuery({ collection: escapedOnly(event.currentTarget.value) })}
      >
        <option value="">all</option>
        {choices.map(({ value, label, count }) => (
          <option key={value} value={value}>
            {label} ({shownCount(count)})
          </option>
        ))}
      </select>
    </label>
  );
}

function escapedOnly(value: string): string | undefined {
  return value ? toggled({}, "collection", value)["collection"] : undefined;
}

function Tags({ choices }: { choices: Choice[] }) {
  const [all, setAll] = useState(false);
  const common = commonTags(choices);
  return (
    <Chips label="Tags" choices={all ? choices : common}>
      {choices.length > common.length && (
        <button class="plain small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "fewer" : `${choices.length - common.length} more`}
        </button>
      )}
    </Chips>
  );
}

/** How many jobs match, and what is in force; each part can be taken away. */
export function Matches() {
  const active = activeFilters(asked.value);
  const [some, all] = [found.value.rows.length, rows.value.length];
  return (
    <div class="filters matches">
      <span role="status">
        {active.length ? `${some.toLocaleString("en")} of ${counted(all, "job")}` : counted(all, "job")}
      </span>
      {active.map((one) => (
        <button
          key={`${one.group}:${one.value}`}
          class="chip"
          aria-label={`Remove the filter ${one.label}`}
          onClick={() => remove(one)}
        >
          <span class="chip-label">{one.label}</span> ✕
        </button>
      ))}
      {active.length > 1 && (
        <button class="plain small" onClick={removeAll}>
          Remove all
        </button>
      )}
    </div>
  );
}

export function remove({ group, value }: Active): void {
  changeQuery(group === null ? { q: undefined } : toggled(place.value.query, group, value));
}

export function removeAll(): void {
  changeQuery(NOTHING_ASKED);
}
