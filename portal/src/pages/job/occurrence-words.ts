// What became of an occurrence, in a sentence, with the wordings that the app itself has.
import type { OccurrenceFacts } from "../../api/types";
import { withTimes, type TimeInWords } from "../../parts/clocks";

type Facts = OccurrenceFacts;
type Telling = (facts: Facts, time: TimeInWords, toCome: boolean) => string;

const SKIPPED: Record<string, string> = {
  overlap: "Skipped, because an earlier run was still open.",
  tooLate: "Skipped, because it would have come too late.",
  limit: "Skipped, because too many were missed to make up for all of them.",
};

const QUOTED = ["disabled", "collectionDisabled", "superseded"];

const TELLINGS: Record<Facts["outcome"], Telling> = {
  ran: (facts, time) =>
    `${facts.kind === "runNow" ? "Somebody asked for it, and it ran" : "Ran"} at ${started(facts, time)}${tries(facts)}.`,
  late: (facts, time) => `Ran late, at ${started(facts, time)}${tries(facts)}.`,
  faulted: (facts) => `Failed${tries(facts)}.`,
  failed: (facts) => `Failed, and ${facts.reason ?? "it was not tried again"}.`,
  running: (facts) => `Is running now${tries(facts)}.`,
  waiting: (facts, time) =>
    `Waits ${facts.reason ?? "to be started"}${facts.until ? `, at ${time(facts.until)}` : ""}.`,
  collapsed: ({ into }, time) =>
    `Missed; ${into ? `the one of ${time(into)}` : "an earlier one"} ran late, and stands for it.`,
  skipped: ({ reason }) => SKIPPED[reason ?? ""] ?? "Skipped.",
  disabled: (facts, time, toCome) => `The job ${toCome ? "is" : "was"} disabled${byWhom(facts, time)}.`,
  collectionDisabled: (facts, time, toCome) =>
    `The collection ${toCome ? "is" : "was"} disabled${byWhom(facts, time)}.`,
  excluded: ({ reason }) => reason ?? "Its day does not count.",
  moved: ({ reason }) => reason ?? "Its day does not count.",
  superseded: (facts, time) => `The job was changed before it could run${byWhom(facts, time)}.`,
  ended: () => "The job was over: it had made all its runs, or was finished.",
  upcoming: (facts, time) => (facts.due ? `Put off a little by its spread, to ${time(facts.due)}.` : ""),
  unknown: ({ reason }) => `Not known: ${reason ?? "nothing tells"}.`,
  unexplained: () => "Nothing tells why it did not run. That is a fault of this app; please report it.",
};

/** Return what became of an occurrence, or what will, and why; nothing if the outcome says it all. */
export function wordsOfOccurrence(facts: Facts, time: TimeInWords, toCome = false): string {
  const reason = facts.reason === undefined ? {} : { reason: withTimes(facts.reason, time) };
  const said = ended(TELLINGS[facts.outcome]({ ...facts, ...reason }, time, toCome));
  const plain = facts.note && !facts.who && !QUOTED.includes(facts.outcome);
  return [said, plain ? withTimes(facts.note!, time) : ""].filter(Boolean).join(" ");
}

/** A sentence that ends with a quoted sentence has ended with it. */
export function ended(sentence: string): string {
  return sentence.replace(/([.!?…]”)\.$/, "$1");
}

function byWhom({ who, since, until, note }: Facts, time: TimeInWords): string {
  const parts = [
    who ? ` by ${who}` : "",
    since ? `, ${time(since)}` : "",
    until ? `, until ${time(until)}` : "",
    note ? `: “${note}”` : "",
  ];
  return parts.join("");
}

function tries({ attempts = [] }: Facts): string {
  const own = attempts.filter(({ action }) => action === "MainAction").length;
  return own > 1 ? `, after ${own} tries` : "";
}

function started({ attempts = [], at }: Facts, time: TimeInWords): string {
  return time(attempts[0]?.startTime ?? at);
}
