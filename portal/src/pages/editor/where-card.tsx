// The job's name, and the collection that it belongs to.
import { namesIn, type CollectionName } from "../../api/ids";
import type { Collection } from "../../api/types";
import { QuotaHint } from "../../parts/counts";
import { Card } from "../../parts/page";
import { SelectField, TextField } from "../../parts/fields";
import { mayCreateCollections, scopeNames } from "../../state/session";
import type { EditorState } from "./editor-state";
import type { Where, WhereFaults } from "./where";

interface NewProps {
  where: Where;
  change: (where: Where) => void;
  faults: WhereFaults;
  first: boolean;
}

const NEW = "new";

export function WhereCard({ state }: { state: EditorState }) {
  const { where, setWhere: change, whereFaults: faults } = state;
  const collections = withChosen(state.beginning.collections, where.chosen);
  const choose = (id: string) =>
    change({ ...where, chosen: collections.find((one) => one.id === id) ?? null });
  return (
    <Card title="Name and place">
      <div class="row">
        <TextField
          label="Name of the job"
          value={where.job}
          change={(job) => change({ ...where, job })}
          fault={faults.job}
          input={{
            autoComplete: "off",
            spellcheck: false,
            placeholder: "such as morning-report",
            autoFocus: true,
          }}
        />
        {collections.length > 0 && (
          <SelectField
            label="Collection"
            value={where.chosen?.id ?? NEW}
            options={optionsOf(collections)}
            change={choose}
          />
        )}
      </div>
      {where.chosen && <QuotaHint collection={where.chosen} />}
      {!where.chosen && (
        <NewCollection where={where} change={change} faults={faults} first={!collections.length} />
      )}
    </Card>
  );
}

function NewCollection({ where, change, faults, first }: NewProps) {
  const put = (part: Partial<CollectionName>) => change({ ...where, fresh: { ...where.fresh, ...part } });
  const plain = { autoComplete: "off", spellcheck: false } as const;
  const scope = scopeNames();
  const given = (depth: number) => ({ ...plain, readOnly: depth <= scope.length }); // the app takes no other
  return (
    <fieldset>
      <legend>New collection</legend>
      <p class="hint">
        {first && (scope.length ? "Your part of the app has no jobs yet. " : "This app has no jobs yet. ")}
        Jobs live in collections. Those of one collection share a time zone, calendars and other defaults, and
        can be switched off together. This one is made when the job is saved; the names below will do.
      </p>
      <div class="row">
        <TextField
          label="Collection"
          value={where.fresh.collection}
          change={(collection) => put({ collection })}
          fault={faults.collection}
          input={given(3)}
        />
        <TextField
          label="Resource group"
          value={where.fresh.group}
          change={(group) => put({ group })}
          fault={faults.group}
          input={given(2)}
        />
        <TextField
          label="Subscription"
          value={where.fresh.subscription}
          change={(subscription) => put({ subscription })}
          fault={faults.subscription}
          input={given(1)}
        />
      </div>
    </fieldset>
  );
}

/** A collection that was made just now, before the job was refused, was not there at the beginning. */
function withChosen(collections: Collection[], chosen: Collection | null): Collection[] {
  return !chosen || collections.some(({ id }) => id === chosen.id) ? collections : [...collections, chosen];
}

function optionsOf(collections: Collection[]): (readonly [string, string])[] {
  const names = collections.map(({ id }) => namesIn(id)!);
  const [subscriptions, groups] = [
    new Set(names.map((one) => one.subscription)),
    new Set(names.map((one) => one.group)),
  ];
  const labels = names.map(({ subscription, group, collection }) => {
    const place = [
      subscriptions.size > 1 && subscription,
      (groups.size > 1 || subscriptions.size > 1) && group,
    ]
      .filter(Boolean)
      .join(" / ");
    return place ? `${collection} (${place})` : collection;
  });
  return [
    ...collections.map(({ id }, place) => [id, labels[place]!] as const),
    ...(mayCreateCollections() ? [[NEW, "a new one …"] as const] : []),
  ];
}
