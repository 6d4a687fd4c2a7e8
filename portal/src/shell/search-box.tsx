// The search at the top of every page: from the first key it shows the jobs that match.
import { useEffect, useRef, useState } from "preact/hooks";
import { changeQuery, go, place, wouldAsk } from "../state/address";
import { hashOfPage } from "../state/links";

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);
  const { page, query } = place.value;
  const [held, hold] = useState("");
  useEffect(() => hold(""), [place.value]);
  const leave = (text: string) => go(hashOfPage("jobs", { q: text }));
  const search = (text: string) => {
    if (page === "jobs") changeQuery({ q: text });
    else if (wouldAsk()) hold(text);
    else leave(text);
  };
  const leaveOnEnter = ({ key }: KeyboardEvent) => void (key === "Enter" && held && leave(held));
  return (
    <div class="search-box">
      <input
        ref={input}
        class="search"
        type="search"
        aria-label="Search jobs"
        aria-keyshortcuts="/"
        aria-describedby="search-waits"
        placeholder="Search jobs  ( / )"
        value={page === "jobs" ? (query["q"] ?? "") : held}
        onInput={(event) => search(event.currentTarget.value)}
        onKeyDown={leaveOnEnter}
      />
      <span id="search-waits" class="small muted" role="status">
        {held && "Enter leaves this page, and searches."}
      </span>
    </div>
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
