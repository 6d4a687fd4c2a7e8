// What would change, field by field; of what is not told only that it is set, changed or removed.
import { ChangesTable, shortPath } from "../../../parts/changes-table";
import type { Reviewed } from "./saving";

export function ChangeList({ reviewed, isNew }: { reviewed: Reviewed; isNew: boolean }) {
  const { changes, fields } = reviewed;
  if (!changes.length && !fields.length) return <p class="notice">Nothing changes in the definition.</p>;
  return (
    <section aria-label="Changes">
      <h3>{isNew ? "The new job" : "What changes"}</h3>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      {fields.length > 0 && (
        <ul class="untold small">
          {fields.map(([path, word]) => (
            <li key={path}>
              <code>{shortPath(path)}</code> {word}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
