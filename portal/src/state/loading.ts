// What a page loads: the value, what went wrong, and how to load it again. The old value stays meanwhile.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isAborted } from "../api/call";

export interface Loaded<Value> {
  value: Value | null;
  error: unknown;
  loading: boolean;
  reload: () => void;
  /** Load again, unless an answer is still waited for: a slow app is not asked over and over. */
  repeat: () => void;
}

/** Load when the page appears and whenever `on` changes; `every` so many seconds while the page is looked at. */
export function useLoaded<Value>(load: () => Promise<Value>, on: unknown[], every?: number): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload" | "repeat">>({
    value: null,
    error: null,
    loading: true,
  });
  const turn = useRef(0);
  const waits = useRef(false);
  const reload = useCallback(() => {
    const mine = ++turn.current; // only the newest answer counts
    const end = (next: (before: typeof state) => typeof state) => {
      if (mine !== turn.current) return;
      waits.current = false;
      setState(next);
    };
    waits.current = true;
    setState((before) => ({ ...before, loading: true }));
    Promise.resolve()
      .then(load)
      .then(
        (value) => end(() => ({ value, error: null, loading: false })),
        (error: unknown) =>
          end((before) => ({ ...before, ...(isAborted(error) ? {} : { error }), loading: false })),
      );
  }, on);
  const repeat = useCallback(() => void (waits.current || reload()), [reload]);
  useEffect(() => {
    setState((before) => ({ ...before, error: null }));
    reload();
    return () => void turn.current++;
  }, [reload]);
  useRepeated(repeat, every);
  return { ...state, reload, repeat };
}

/** Do something every so many seconds while the page is looked at, and when it is looked at again. */
export function useRepeated(work: () => void, every?: number): void {
  useEffect(() => {
    if (!every) return undefined;
    const look = () => void (document.hidden || work());
    const timer = setInterval(look, every * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [work, every]);
}
