// Many calls, a few at a time, until all are made or somebody says stop.

export type Ended<Item, Result> = { item: Item } & ({ result: Result } | { error: unknown });

/** Set by a person; calls that are under way are finished, further ones are not begun. */
export interface Stop {
  asked: boolean;
}

export interface Tally<Item> {
  done: Item[];
  failed: { item: Item; error: unknown }[];
  left: Item[];
}

export const AT_ONCE = 4;

/** Make a call for each item and tell `seen` of each end; return those that were not begun. */
export async function runAll<Item, Result>(
  items: Item[],
  call: (item: Item) => Promise<Result>,
  seen: (ended: Ended<Item, Result>) => void,
  stop: Stop,
  atOnce = AT_ONCE,
): Promise<Item[]> {
  let next = 0;
  const work = async () => {
    while (next < items.length && !stop.asked) {
      const item = items[next++]!;
      seen(await ended(item, call));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.slice(next);
}

export function tallied<Item>(ends: Ended<Item, unknown>[], left: Item[]): Tally<Item> {
  const failed = ends.flatMap((one) => ("error" in one ? [{ item: one.item, error: one.error }] : []));
  const done = ends.filter((one) => !("error" in one)).map(({ item }) => item);
  return { done, failed, left };
}

async function ended<Item, Result>(
  item: Item,
  call: (item: Item) => Promise<Result>,
): Promise<Ended<Item, Result>> {
  try {
    return { item, result: await call(item) };
  } catch (error) {
    return { item, error };
  }
}
