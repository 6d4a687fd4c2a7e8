// What the job does, and what it does if that fails to the end.
import { Card } from "../../../parts/page";
import { Check, named } from "../../../parts/fields";
import { newAction } from "../definition/actions";
import { isObject, valueAt, withValue } from "../definition/paths";
import { useEditing, useFault } from "../editing";
import { ActionFields } from "./action-fields";

const ACTION = "properties.action";
const ERROR_ACTION = `${ACTION}.errorAction`;

export function ActionCard() {
  const fault = useFault(ACTION);
  return (
    <Card title="Action">
      {fault && <p class="fault">{named("The action", fault)}</p>}
      <ActionFields path={ACTION} />
      <ErrorAction />
    </Card>
  );
}

function ErrorAction() {
  const { definition, change, collection } = useEditing();
  const fault = useFault(ERROR_ACTION);
  const there = isObject(valueAt(definition, ERROR_ACTION));
  const inherited = collection?.properties.defaults?.errorAction && !there;
  const put = (on: boolean) => change((now) => withValue(now, ERROR_ACTION, on ? newAction() : undefined));
  return (
    <>
      <Check
        label="If it fails to the end, do something else"
        checked={there}
        change={put}
        hint={
          inherited
            ? "– now, the collection's own error action is done"
            : "– an error action, after the last retry"
        }
      />
      {fault && <p class="fault">{named("The error action", fault)}</p>}
      {there && (
        <fieldset>
          <legend>Error action</legend>
          <ActionFields path={ERROR_ACTION} />
        </fieldset>
      )}
    </>
  );
}
