// The runs to come as a picture: bars by minute, marks by hour. Pure: given counts and clocks, return shapes.
import type { Crowds } from "../api/types";
import { wallAt } from "../times/wall";
import { twoDigits } from "../times/words";

export const WIDTH = 1440;
export const HEIGHT = 100;

export interface Picture {
  /** The path of all bars. */
  bars: string;
  highest: number;
  total: number;
  /** Where the clock shows a full hour, and which. */
  hours: { x: number; label: string }[];
}

const HOURS_APART = 3;

export function drawn(
  crowds: Pick<Crowds, "from" | "until" | "buckets">,
  bucketSeconds: number,
  zone: string,
): Picture {
  const from = Date.parse(crowds.from);
  const scale = WIDTH / Math.max(1, Date.parse(crowds.until) - from);
  const highest = Math.max(0, ...crowds.buckets.map((bucket) => bucket.runs));
  const width = Math.max(1.5, bucketSeconds * 1000 * scale * 0.9);
  const bars = crowds.buckets.map(({ at, runs }) => {
    const x = Math.max(0, (Date.parse(at) - from) * scale);
    return bar(x, width, heightOf(runs, highest));
  });
  const total = crowds.buckets.reduce((sum, bucket) => sum + bucket.runs, 0);
  return {
    bars: bars.join(""),
    highest,
    total,
    hours: hoursBetween(from, Date.parse(crowds.until), zone, scale),
  };
}

/** The root makes single runs visible beside a herd. */
export function heightOf(runs: number, highest: number): number {
  return runs === 0 ? 0 : Math.max(3, Math.sqrt(runs / highest) * HEIGHT);
}

function bar(x: number, width: number, height: number): string {
  const [left, up] = [x.toFixed(1), height.toFixed(1)];
  return height ? `M${left} ${HEIGHT}v-${up}h${width.toFixed(1)}v${up}z` : "";
}

function hoursBetween(from: number, until: number, zone: string, scale: number): Picture["hours"] {
  const hours: Picture["hours"] = [];
  const hour = 3_600_000;
  const step = until - from > 2 * 86_400_000 ? 24 : HOURS_APART;
  for (let at = Math.ceil(from / hour) * hour; at < until; at += hour) {
    const wall = wallAt(at, zone);
    if (wall && wall.minute === 0 && wall.hour % step === 0)
      hours.push({
        x: (at - from) * scale,
        label: step === 24 ? `${wall.day}.` : `${twoDigits(wall.hour)}:00`,
      });
  }
  return hours;
}
