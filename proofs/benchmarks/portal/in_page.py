"""What the page itself measures: scripts that run in the browser. Times are milliseconds."""

from typing import Final

WATCH: Final = """
// An instant counts when the browser has painted what led to it.
window.afterPaint = () => new Promise((done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now());
  port2.postMessage(null);
}));
window.rowsDrawn = () => document.querySelectorAll("table.jobs tbody tr:not(.spacer)").length;
window.rowsInAll = () => Number(document.querySelector("table.jobs")?.getAttribute("aria-rowcount") ?? 1) - 1;
const [first, all] = [Promise.withResolvers(), Promise.withResolvers()];
window.opened = Promise.all([first.promise, all.promise]);
const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-rowcount"] };
new MutationObserver(() => {
  if (rowsDrawn() > 0) first.resolve(first.at ??= afterPaint());
  if (rowsInAll() === JOBS) all.resolve(all.at ??= afterPaint());
}).observe(document, watched);
"""
"""Runs before the page's own script; JOBS stands for their number."""

OPENED: Final = "opened"
"""When the first rows were drawn, and when all jobs were there."""

NEXT: Final = """([cause, effect]) => {
  const once = { capture: true, once: true };
  window.answered = new Promise((done) => addEventListener(cause, ({ timeStamp }) => {
    const wait = () => afterPaint().then((at) => done(at - timeStamp));
    if (cause === effect) wait();
    else addEventListener(effect, wait, once);
  }, once));
}"""
"""Measure from the next event of a kind until what the page makes of its effect is painted.

A key and the input that it makes are two events, and the browser may paint in between.
"""

ANSWERED: Final = "answered"

TO_THE_END: Final = """async () => {
  const began = performance.now();
  scrollTo(0, document.documentElement.scrollHeight);
  let at = began;
  while (!document.querySelector(`tr[aria-rowindex="${rowsInAll() + 1}"]`)) at = await afterPaint();
  return (await afterPaint()) - began;
}"""

ROWS_DRAWN: Final = "rowsDrawn()"
