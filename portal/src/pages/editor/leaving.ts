// Leaving with unsaved changes asks first: by a link in the page, and by closing the tab.
import { useEffect, useRef } from "preact/hooks";
import { go } from "../../state/address";

const QUESTION = "Leave, and lose what is not saved?";

/** Ask before the page is left while something is unsaved; return a way to leave without being asked. */
export function useLeaveGuard(dirty: boolean): (hash: string) => void {
  const asks = useRef(dirty);
  asks.current = dirty;
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (asks.current) event.preventDefault();
    };
    const going = (event: HashChangeEvent) => {
      if (!asks.current || confirm(QUESTION)) return;
      event.stopImmediatePropagation(); // nobody else hears of it
      history.replaceState(null, "", event.oldURL);
    };
    addEventListener("beforeunload", closing);
    addEventListener("hashchange", going, { capture: true }); // before the page follows the address
    return () => {
      removeEventListener("beforeunload", closing);
      removeEventListener("hashchange", going, { capture: true });
    };
  }, []);
  return (hash) => {
    asks.current = false;
    go(hash);
  };
}
