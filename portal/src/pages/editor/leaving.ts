// Leaving with unsaved changes asks first: by a link in the page, and by closing the tab.
import { useEffect, useRef } from "preact/hooks";
import { askBeforeLeaving, go } from "../../state/address";

const QUESTION = "Leave, and lose what is not saved?";

/** Ask before the page is left while something is unsaved; return a way to leave without being asked. */
export function useLeaveGuard(dirty: boolean): (hash: string) => void {
  const asks = useRef(dirty);
  asks.current = dirty;
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (asks.current) event.preventDefault();
    };
    const endAsking = askBeforeLeaving({ holds: () => asks.current, ask: () => confirm(QUESTION) });
    addEventListener("beforeunload", closing);
    return () => {
      endAsking();
      removeEventListener("beforeunload", closing);
    };
  }, []);
  const free = useRef(false);
  if (free.current) asks.current = false;
  return (hash) => {
    free.current = true;
    asks.current = false;
    go(hash);
  };
}
