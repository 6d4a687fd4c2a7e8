// Names and values, such as headers or tags: a row each, and an empty row to go on with.
import { useState } from "preact/hooks";
import type { Json } from "../../../api/types";
import { isObject, textOf } from "../definition/paths";
import { useBound, useFault } from "../editing";

type Pair = readonly [name: string, value: string];

interface PairsProps {
  path: string;
  label: string;
  names?: string;
  /** Whether something else shows the label already. */
  bare?: boolean;
}

export function PairsField({ path, label, names = "Name", bare }: PairsProps) {
  const { value, set } = useBound(path);
  const fault = useFault(`${path}.*`);
  const [typed, setTyped] = useState<Pair[] | null>(null);
  const rows = typed && sameObject(typed, value) ? typed : pairsOf(value);
  const change = (next: Pair[]) => {
    setTyped(next);
    set(objectOf(next));
  };
  const put = (place: number, pair: Pair) => change(rows.map((row, one) => (one === place ? pair : row)));
  return (
    <div class="field pairs" role="group" aria-label={label}>
      {!bare && <span class="label">{label}</span>}
      {rows.map((row, place) => (
        <PairRow
          key={place}
          names={names}
          row={row}
          put={(pair) => put(place, pair)}
          remove={() => change(rows.filter((_, one) => one !== place))}
        />
      ))}
      <button type="button" class="small-button" onClick={() => change([...rows, ["", ""]])}>
        Add {rows.length ? "another" : "one"}
      </button>
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}

interface RowProps {
  names: string;
  row: Pair;
  put: (pair: Pair) => void;
  remove: () => void;
}

function PairRow({ names, row: [name, value], put, remove }: RowProps) {
  return (
    <div class="pair">
      <input
        aria-label={names}
        placeholder={names}
        value={name}
        onInput={(event) => put([event.currentTarget.value, value])}
      />
      <input
        aria-label="Value"
        placeholder="Value"
        value={value}
        onInput={(event) => put([name, event.currentTarget.value])}
      />
      <button type="button" class="plain" aria-label={`Remove ${name || "this row"}`} onClick={remove}>
        ✕
      </button>
    </div>
  );
}

function pairsOf(value: Json | undefined): Pair[] {
  return isObject(value) ? Object.entries(value).map(([name, one]) => [name, textOf(one)] as const) : [];
}

/** Rows without a name are not sent: they are still being typed. */
function objectOf(pairs: Pair[]): Json | undefined {
  const named = pairs.filter(([name]) => name.trim());
  return named.length ? Object.fromEntries(named) : undefined;
}

const sameObject = (pairs: Pair[], value: Json | undefined) =>
  JSON.stringify(objectOf(pairs)) === JSON.stringify(value);
