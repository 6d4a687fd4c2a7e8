// What targets answered is somebody else's text: it is cut here, and only ever shown as text.

const LONGEST = 200;
const KIND_OF_ACTION = /^\w+ Action - /;

/** Return the first line that says something, cut to a length that fits a row. */
export function firstLine(message: string): string {
  const line = message.split(/\r?\n/).find((one) => one.trim()) ?? "";
  return cut(line.replace(KIND_OF_ACTION, ""));
}

function cut(line: string): string {
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
