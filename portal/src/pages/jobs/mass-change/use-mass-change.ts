// The stages of a mass change: settings, trying, a look, making, done. One correlation id holds it together.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, wordsOf } from "../../../api/call";
import { loadJobs, type Row } from "../../../state/jobs";
import { subscription } from "../../../state/subscription";
import { makeOn, tryOn, type Change, type Operation } from "./change";
import { judged, refused, type Judged } from "./judgement";
import { runAll, tallied, type Ended, type Stop, type Tally } from "./runner";

export interface Progress {
  ended: number;
  failed: number;
  of: number;
}

export type Stage =
  | { name: "settings" }
  | { name: "trying"; change: Change; progress: Progress }
  | { name: "look"; change: Change; all: Judged[]; left: Row[] }
  | { name: "making"; change: Change; progress: Progress }
  | { name: "done"; change: Change; tally: Tally<Judged> };

export interface MassChangeState {
  stage: Stage;
  correlation: string;
  tryAll: (change: Change, jobs: Row[]) => Promise<void>;
  makeAll: (change: Change, jobs: Judged[]) => Promise<void>;
  stop: () => void;
}

export function useMassChange(
  operation: Operation,
  jobs: Row[],
  done: (jobs: Row[]) => void,
): MassChangeState {
  const [stage, setStage] = useState<Stage>({ name: "settings" });
  const [correlation] = useState(() => crypto.randomUUID());
  const stop = useRef<Stop>({ asked: false });

  const tryAll = async (change: Change, some: Row[]) => {
    const follow = progressOf(some.length, (progress) => setStage({ name: "trying", change, progress }));
    const all: Judged[] = [];
    const seen = (end: Ended<Row, Awaited<ReturnType<typeof tryOn>>>) => {
      all.push("error" in end ? refused(end.item, wordsOf(end.error)) : judged(end.item, change, end.result));
      follow(end, stop.current);
    };
    const left = await runAll(some, (row) => tryOn(change, row.name), seen, begin(stop));
    setStage({ name: "look", change, all, left });
  };

  const makeAll = async (change: Change, some: Judged[]) => {
    const follow = progressOf(some.length, (progress) => setStage({ name: "making", change, progress }));
    const ends: Ended<Judged, unknown>[] = [];
    const seen = (end: Ended<Judged, unknown>) => {
      ends.push(end);
      follow(end, stop.current);
    };
    const call = ({ row, etag }: Judged) =>
      makeOn(change, row.name, { correlation, ...(etag ? { ifMatch: etag } : {}) });
    const tally = tallied(ends, await runAll(some, call, seen, begin(stop)));
    setStage({ name: "done", change, tally });
    done(tally.done.map(({ row }) => row));
    void loadJobs(subscription.value, true);
  };

  useEffect(() => {
    if (operation === "enable" || operation === "delete") void tryAll({ operation }, jobs);
    return () => void (stop.current.asked = true);
  }, []);
  return { stage, correlation, tryAll, makeAll, stop: () => void (stop.current.asked = true) };
}

function begin(stop: { current: Stop }): Stop {
  stop.current = { asked: false };
  return stop.current;
}

/** Return a function that counts the ends and shows them. Without an app or a key, going on is of no use. */
function progressOf(
  of: number,
  show: (progress: Progress) => void,
): (end: Ended<unknown, unknown>, stop: Stop) => void {
  let [ended, failed] = [0, 0];
  show({ ended, failed, of });
  return (end, stop) => {
    ended += 1;
    if ("error" in end) failed += 1;
    if ("error" in end && end.error instanceof ApiError && [0, 401].includes(end.error.status))
      stop.asked = true;
    show({ ended, failed, of });
  };
}
