// After a run by hand: look at the history for a while, and show what came of it.
import { useCallback, useRef, useState } from "preact/hooks";
import { listHistory } from "../../api/operations";
import type { JobName } from "../../api/ids";
import type { HistoryEntry } from "../../api/types";
import { Badge } from "../../parts/badge";
import { hashOfJob } from "../../state/address";
import { hashOfPage } from "../../state/links";
import { useRepeated } from "../../state/loading";
import { spanInWords } from "../../times/words";
import { ATTEMPTS } from "../../words/outcomes";
import { answerOf, durationOf, entryIn, kindOf } from "../../words/attempts";

const LOOKED_AT = 20;
const EVERY = 1; // seconds
const LONGEST = 60_000;

interface Watched {
  known: Set<string>;
  since: number;
  entry?: HistoryEntry;
  over?: boolean;
}

export interface Watch {
  watched: Watched | null;
  begin: () => Promise<void>;
  end: () => void;
}

/** Return a watch that, once begun, looks for an attempt by hand that was not there before. */
export function useRunWatch(name: JobName, found: () => void): Watch {
  const [watched, setWatched] = useState<Watched | null>(null);
  const looking = useRef(false);
  const begin = async () => {
    const { value } = await listHistory(name, LOOKED_AT, 0);
    setWatched({ known: new Set(value.map((entry) => entry.name)), since: Date.now() });
  };
  const look = useCallback(async () => {
    if (!watched || looking.current) return;
    looking.current = true;
    const entry = await newRunOf(name, watched.known);
    looking.current = false;
    if (entry) found();
    if (entry) setWatched({ ...watched, entry });
    else if (Date.now() - watched.since > LONGEST) setWatched({ ...watched, over: true });
  }, [watched]);
  useRepeated(look, watched && !watched.entry && !watched.over ? EVERY : 0);
  return { watched, begin, end: () => setWatched(null) };
}

export function RunWatch({ name, watch: { watched, end } }: { name: JobName; watch: Watch }) {
  return (
    <div role="status" class="run-watch">
      {watched && (
        <div class={`notice ${toneOf(watched)}`}>
          <p>
            <strong>Run by hand: </strong>
            {watched.entry ? (
              <Outcome name={name} entry={watched.entry} />
            ) : (
              <Waiting over={watched.over === true} />
            )}
          </p>
          <button class="plain" onClick={end} aria-label="Dismiss">
            ✕
          </button>
        </div>
      )}
    </div>
  );
}

function Outcome({ name, entry }: { name: JobName; entry: HistoryEntry }) {
  const { status, httpStatus, message, retryTime } = entry.properties;
  return (
    <>
      <Badge {...ATTEMPTS[status]} /> {httpStatus ? `HTTP ${httpStatus}, ` : ""}took{" "}
      {spanInWords(durationOf(entry.properties))}
      {kindOf(entry.properties) === "by hand" ? "" : ` (${kindOf(entry.properties)})`}:{" "}
      {answerOf(message).gist}
      {retryTime ? ". It will be tried again. " : " "}
      <a href={hashOfJob(name, "history", { entry: entryIn(entry.name) })}>See it in the history</a>
    </>
  );
}

function Waiting({ over }: { over: boolean }) {
  if (!over) return <>asked for; waiting for its outcome …</>;
  return (
    <>
      it has not ended yet. <a href={hashOfPage("running")}>See what is running</a>; its outcome will be in
      the history.
    </>
  );
}

async function newRunOf(name: JobName, known: Set<string>): Promise<HistoryEntry | undefined> {
  try {
    const { value } = await listHistory(name, LOOKED_AT, 0);
    return value.find((entry) => entry.properties.kind === "runNow" && !known.has(entry.name));
  } catch {
    return undefined; // the page itself says that the app does not answer
  }
}

function toneOf({ entry }: Watched): string {
  return entry ? ATTEMPTS[entry.properties.status].tone : "";
}
