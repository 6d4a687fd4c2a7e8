// What would change, field by field; of secrets only that they are set, changed or removed.
import type { Json } from "../../../api/types";
import type { Difference } from "../definition/differences";
import type { Reviewed } from "./saving";

export function ChangeList({ reviewed, isNew }: { reviewed: Reviewed; isNew: boolean }) {
  const { changes, secrets } = reviewed;
  if (!changes.length && !secrets.length) return <p class="notice">Nothing changes in the definition.</p>;
  return (
    <section aria-label="Changes">
      <h3>{isNew ? "The new job" : "What changes"}</h3>
      <Differences differences={changes} />
      {secrets.length > 0 && (
        <ul class="secrets small">
          {secrets.map(([path, word]) => (
            <li key={path}>
              <code>{shortPath(path)}</code> {word}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Differences({ differences }: { differences: Difference[] }) {
  return (
    <table class="diff">
      <tbody>
        {differences.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">
              <code>{shortPath(path)}</code>
            </th>
            <td>
              {before !== undefined && <del class="removed">{shown(before)}</del>}{" "}
              {after !== undefined && <ins class="added">{shown(after)}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shortPath = (path: string) => path.replace(/^properties\./, "");

function shown(value: Json): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value || "(empty)" : JSON.stringify(value);
}
