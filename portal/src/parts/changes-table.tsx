// What changes, field by field: before and after.

export interface FieldChange {
  path: string;
  before?: unknown;
  after?: unknown;
}

export function ChangesTable({ changes }: { changes: FieldChange[] }) {
  if (!changes.length) return <p class="muted">Nothing changes.</p>;
  return (
    <table class="diff" aria-label="What changes">
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">
              <code>{shortPath(path)}</code>
            </th>
            <td class="wide">
              {before !== undefined && <del class="removed">{valueInWords(before)}</del>}{" "}
              {after !== undefined && <ins class="added">{valueInWords(after)}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Return a path as people say it: all that can be set stands in `properties`. */
export const shortPath = (path: string) => path.replace(/^properties\./, "");

/** Texts and lists of them stand as they are; everything else as JSON. */
function valueInWords(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value || "(empty)" : JSON.stringify(value);
}
