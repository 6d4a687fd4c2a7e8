// Days as chips that are on or off.
import type { Json } from "../../../api/types";
import { listOf, toggled } from "../definition/paths";
import { useBound } from "../editing";

interface ToggleProps {
  path: string;
  label: string;
  options: readonly (readonly [value: string | number, label: string])[];
  children?: preact.ComponentChildren;
}

/** Several of a few values; none of them takes the key away. */
export function Toggles({ path, label, options, children }: ToggleProps) {
  const { value, set, fault } = useBound(path);
  const chosen = listOf(value).map((one) => spelledAs(one, options));
  const order: Json[] = options.map(([option]) => option);
  return (
    <div class={fault ? "field faulty" : "field"}>
      <span class="label">{label}</span>
      <div class="choices" role="group" aria-label={label}>
        {options.map(([option, name]) => (
          <button
            key={option}
            type="button"
            class="chip"
            aria-pressed={chosen.includes(option)}
            onClick={() => set(toggled(chosen, option, order))}
          >
            {name}
          </button>
        ))}
        {children}
      </div>
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}

/** Case does not tell days apart. */
function spelledAs(value: Json, options: ToggleProps["options"]): Json {
  const found = options.find(([option]) => String(option).toLowerCase() === String(value).toLowerCase());
  return found ? found[0] : value;
}

export const DAY_CHIPS = [
  ["monday", "Mon"],
  ["tuesday", "Tue"],
  ["wednesday", "Wed"],
  ["thursday", "Thu"],
  ["friday", "Fri"],
  ["saturday", "Sat"],
  ["sunday", "Sun"],
] as const;
