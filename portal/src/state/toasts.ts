// Short messages on what was done, at the edge of the page; screen readers read them out.
import { signal } from "@preact/signals";

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "failed";
}

const SECONDS_SHOWN = 6;

export const toasts = signal<Toast[]>([]);
let last = 0;

export function toast(text: string, kind: Toast["kind"] = "done"): void {
  const id = ++last;
  toasts.value = [...toasts.value, { id, text, kind }];
  if (kind === "done") setTimeout(() => dismiss(id), SECONDS_SHOWN * 1000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
