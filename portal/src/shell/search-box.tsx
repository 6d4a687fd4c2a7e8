// The search at the top of every page: from the first key it shows the jobs that match.
import { useEffect, useRef } from "preact/hooks";
import { changeQuery, go, hashOf, place } from "../state/address";
import { queryOfNavigation } from "./frame";

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);
  const { page, query } = place.value;
  const search = (text: string) => {
    if (page === "jobs") changeQuery({ q: text });
    else go(hashOf("jobs", [], { ...queryOfNavigation(), q: text }));
  };
  return (
    <input
      ref={input}
      class="search"
      type="search"
      aria-label="Search jobs"
      aria-keyshortcuts="/"
      placeholder="Search jobs  ( / )"
      value={page === "jobs" ? (query["q"] ?? "") : ""}
      onInput={(event) => search(event.currentTarget.value)}
    />
  );
}

function useSlashKey(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.matches("input, textarea, select, [contenteditable]");
      if (
        event.key !== "/" ||
        typing ||
        event.ctrlKey ||
        event.metaKey ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
}
