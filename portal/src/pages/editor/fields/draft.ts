// What is being typed. It stays as typed while it means what the definition says; else the definition is shown.
import { useState } from "preact/hooks";
import type { Json } from "../../../api/types";

interface Ways {
  show: (value: Json | undefined) => string;
  read: (text: string) => Json | undefined;
}

/** Return the text to show, and what to do with what is typed. */
export function useDraft(
  value: Json | undefined,
  set: (value: Json | undefined) => void,
  { show, read }: Ways,
) {
  const [draft, setDraft] = useState<{ text: string; means: string } | null>(null);
  const text = draft && draft.means === written(value) ? draft.text : show(value);
  const type = (typed: string) => {
    const next = read(typed);
    setDraft({ text: typed, means: written(next) });
    set(next);
  };
  return [text, type] as const;
}

const written = (value: Json | undefined) => JSON.stringify(value) ?? "";
