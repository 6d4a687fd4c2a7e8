// Chips: one of a few choices, in a row.

interface ChipsProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  choose: (value: Value) => void;
}

export function Chips<Value extends string>({ label, options, value, choose }: ChipsProps<Value>) {
  return (
    <div class="choices" role="group" aria-label={label}>
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          class="chip"
          aria-pressed={option === value}
          onClick={() => choose(option)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
