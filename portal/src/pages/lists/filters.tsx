// Filters that several lists have. Their state is in the address.
import { Chips } from "../../parts/chips";
import { changeQuery, place } from "../../state/address";

type Options = readonly (readonly [value: string, label: string])[];

/** Return which of a few is chosen under a name in the address; what is none of them counts as the first. */
export function choiceIn(name: string, options: Options): string {
  const asked = place.value.query[name];
  return (options.find(([value]) => value === asked) ?? options[0])?.[0] ?? "";
}

/** A choice among a few, under a name in the address; the first is the default. */
export function ChoiceFilter({ name, label, options }: { name: string; label: string; options: Options }) {
  const first = options[0]?.[0] ?? "";
  const value = choiceIn(name, options);
  return (
    <Chips
      label={label}
      options={options}
      value={value}
      choose={(chosen) => changeQuery({ [name]: chosen === first ? undefined : chosen })}
    />
  );
}

export function TextFilter({ name, label }: { name: string; label: string }) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={place.value.query[name] ?? ""}
      onInput={(event) => changeQuery({ [name]: event.currentTarget.value })}
    />
  );
}

/** Return whether a text has all words of what is typed in a filter. */
export function matches(text: string, typed: string | undefined): boolean {
  const found = text.toLowerCase();
  return (typed ?? "")
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}
