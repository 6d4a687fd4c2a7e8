import { listExpiring } from "../../api/operations";
import type { Credential } from "../../api/types";
import { EndOfCredential } from "../../parts/end-of-credential";
import { TargetLink } from "../../parts/links";
import { useList } from "../../parts/pages-of-list";
import type { Column } from "../../parts/table";
import { subscription } from "../../state/subscription";
import { CREDENTIALS } from "../../words/outcomes";
import { ChoiceFilter, choiceIn } from "./filters";
import { ListPage } from "./list-page";

const SPANS = [
  ["90.00:00:00", "within 90 days"],
  ["14.00:00:00", "within 14 days"],
  ["366.00:00:00", "within a year"],
] as const;

const COLUMNS: Column<Credential>[] = [
  { name: "Ends", show: ({ properties }) => <EndOfCredential ends={properties.ends} /> },
  { name: "Of", show: (one) => <TargetLink id={one.id} /> },
  { name: "What", show: ({ properties }) => CREDENTIALS[properties.kind] },
  {
    name: "Where",
    wide: true,
    show: ({ properties }) => <code>{properties.path.replace(/^properties\./, "")}</code>,
  },
  {
    name: "Which",
    wide: true,
    show: ({ properties }) => [properties.subject, properties.thumbprint].filter(Boolean).join(", "),
  },
];

export function ExpiringPage() {
  const within = choiceIn("within", SPANS);
  const list = useList(() => listExpiring(subscription.value, { within }), [subscription.value, within]);
  return (
    <ListPage
      title="Credentials"
      about="Shared access signatures and certificates that jobs use, by when they end. To renew one, edit its job and type the new one in."
      filters={<ChoiceFilter name="within" label="When they end" options={SPANS} />}
      list={list}
      columns={COLUMNS}
      keyOf={(one) => `${one.id} ${one.properties.path}`}
      noun="credential"
      empty="No credential ends in this time."
    />
  );
}
