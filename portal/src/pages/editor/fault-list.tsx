// Faults that no field of the form shows: they stand above it, with their paths.
import { useEditing } from "./editing";
import { faultsLeft } from "./faults";

export function FaultList() {
  const { faults, fields } = useEditing();
  const left = faultsLeft(faults, fields.value);
  if (!left.length) return null;
  return (
    <div class="notice bad fault-list" role="alert" tabIndex={-1}>
      <p>This cannot be saved yet:</p>
      <ul>
        {left.map(({ target, message }) => (
          <li key={target + message}>
            {target && <code>{target}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
