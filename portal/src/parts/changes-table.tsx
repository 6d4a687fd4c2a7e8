// What changes, field by field: before and after.

export interface FieldChange {
  path: string;
  before?: unknown;
  after?: unknown;
}

export function ChangesTable({ changes }: { changes: FieldChange[] }) {
  if (!changes.length) return <p class="muted">Nothing changes.</p>;
  return (
    <table class="diff list" aria-label="What changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <td data-name="Field">
              <code>{path.replace(/^properties\./, "")}</code>
            </td>
            <td class="wide" data-name="Before">
              {before !== undefined && <code class="removed">{valueInWords(before)}</code>}
            </td>
            <td class="wide" data-name="After">
              {after !== undefined && <code class="added">{valueInWords(after)}</code>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Texts stand as they are; everything else as JSON. */
export function valueInWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
}
