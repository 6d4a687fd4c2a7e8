// A table with a row for each value. On a phone each row becomes a card with its columns' names.
import type { ComponentChildren } from "preact";

export interface Column<Value> {
  name: string;
  show: (value: Value) => ComponentChildren;
  /** Numbers stand at the right. */
  number?: boolean;
  /** Long texts may take more room, and break. */
  wide?: boolean;
  /** Short texts that never break. */
  tight?: boolean;
}

interface TableProps<Value> {
  label: string;
  columns: Column<Value>[];
  values: Value[];
  keyOf: (value: Value) => string;
}

export function Table<Value>({ label, columns, values, keyOf }: TableProps<Value>) {
  return (
    <table class="list" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={keyOf(value)}>
            {columns.map((column) => (
              <td key={column.name} data-name={column.name} class={classOf(column)}>
                <span>{column.show(value)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf<Value>(column: Column<Value>): string {
  return [column.number && "number", column.wide && "wide", column.tight && "tight"]
    .filter(Boolean)
    .join(" ");
}
