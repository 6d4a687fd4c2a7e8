// Why, and until when, something is disabled.
import { useState } from "preact/hooks";
import type { Pause } from "../api/operations";
import { now } from "../state/clock";
import { asTyped, instantAt, isoOf, nextWeekday, plusDays } from "../times/instants";
import { HERE, knowsZone, wallAt, wallIn, zoneMark, type Wall } from "../times/wall";
import { marked, timeInWords } from "./clocks";
import { TextField } from "./fields";

export interface PauseTyped {
  note: string;
  /** A wall time as typed, or nothing. */
  until: string;
}

export const NO_PAUSE: PauseTyped = { note: "", until: "" };

/** Return what is sent to the app for what was typed by the clocks of a zone. */
export function pauseOf(typed: PauseTyped, zone: string): Pause {
  const wall = typed.until ? wallIn(typed.until) : null;
  return {
    ...(typed.note.trim() ? { note: typed.note.trim() } : {}),
    ...(wall ? { until: isoOf(instantAt(wall, zone)) } : {}),
  };
}

/** Return what is wrong with the end that was typed by the clocks of a zone. */
export function faultOfUntil({ until }: PauseTyped, zone: string, now: number): string | undefined {
  const wall = until ? wallIn(until) : null;
  return wall && instantAt(wall, zone) <= now ? "is in the past" : undefined;
}

export const zoneForPeople = (zone: string | undefined) => (zone && knowsZone(zone) ? zone : HERE);

interface PauseFormProps {
  typed: PauseTyped;
  change: (typed: PauseTyped) => void;
  zone: string;
  withUntil?: boolean;
}

export function PauseForm({ typed, change, zone, withUntil = true }: PauseFormProps) {
  const [choices] = useState(() => choicesFrom(wallAt(now.value, zone)!, zone));
  return (
    <>
      <TextField
        label="Note"
        value={typed.note}
        change={(note) => change({ ...typed, note })}
        hint="Why? Everybody who looks at it later will read this."
        input={{ maxLength: 1024 }}
      />
      {withUntil && (
        <>
          <TextField
            label="Until"
            value={typed.until}
            change={(until) => change({ ...typed, until })}
            fault={faultOfUntil(typed, zone, now.value)}
            hint={`Enabled again by itself, by the clocks of ${zone}. Empty: until somebody enables it.`}
            input={{ type: "datetime-local", min: asTyped(wallAt(now.value + 60_000, zone)!) }}
          />
          <div class="choices" role="group" aria-label="Until">
            {choices.map(([label, until]) => (
              <button
                key={label}
                type="button"
                class="chip"
                aria-pressed={typed.until === until}
                onClick={() => change({ ...typed, until })}
              >
                {label}
              </button>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function choicesFrom(today: Wall, zone: string): [label: string, until: string][] {
  const morning = { ...today, hour: 6, minute: 0, second: 0 };
  const nextMorning = plusDays(morning, 1);
  const inAnHour = { ...plusDays(today, today.hour === 23 ? 1 : 0), hour: (today.hour + 1) % 24 };
  return [
    ["in an hour", asTyped(inAnHour)],
    [timeInWords(isoOf(instantAt(nextMorning, zone)), zone), asTyped(nextMorning)],
    [marked("Monday 06:00", zoneMark(zone)), asTyped(nextWeekday(morning, 1))],
    ["in a month", asTyped(plusDays(morning, 30))],
    ["no end", ""],
  ];
}
