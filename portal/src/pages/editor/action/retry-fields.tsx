// What is done if an attempt fails.
import type { Json, JsonObject } from "../../../api/types";
import { SelectField } from "../../../parts/fields";
import { objectAt, valueAt, withValue } from "../definition/paths";
import { useEditing, useFault } from "../editing";
import { BoundCheck, BoundField } from "../fields/bound-fields";
import { Fold } from "../fields/fold";

type Retrying = "default" | "none" | "fixed";

export function RetryFields({ action, http }: { action: string; http: boolean }) {
  const { definition, change } = useEditing();
  const [policy, options] = [`${action}.retryPolicy`, `${action}.retryOptions`];
  const faults = [useFault(policy), useFault(`${policy}.retryType`)].filter(Boolean).join("; ");
  const chosen = retryingOf(definition, policy);
  const choose = (next: Retrying) =>
    change((now) => withValue(now, policy, policyFor(next, objectAt(now, policy))));
  return (
    <Fold title="Retries" brief={chosen === "default" ? "as usual" : undefined} about={[policy, options]}>
      <SelectField<Retrying>
        label="If an attempt fails"
        value={chosen}
        options={[
          ["default", useDefaultWords(action)],
          ["none", "do not try again"],
          ["fixed", "try again, as I say"],
        ]}
        change={choose}
        fault={faults || undefined}
      />
      {chosen === "fixed" && (
        <div class="row">
          <BoundField
            path={`${policy}.retryInterval`}
            label="After"
            as="span"
            hint="15 seconds at least"
            input={{ placeholder: "30 s" }}
          />
          <BoundField
            path={`${policy}.retryCount`}
            label="Retries"
            as="number"
            hint="1 to 20"
            input={{ placeholder: "4" }}
          />
        </div>
      )}
      {chosen !== "none" && <RetryOptions path={options} http={http} />}
    </Fold>
  );
}

function RetryOptions({ path, http }: { path: string; http: boolean }) {
  const fault = useFault(path);
  return (
    <>
      {fault && <p class="fault">{fault}</p>}
      <div class="row">
        <BoundField
          path={`${path}.backoff`}
          label="Wait longer each time"
          as="number"
          hint="The wait is multiplied by this: 1 to 10."
          input={{ placeholder: "1", inputMode: "decimal" }}
        />
        <BoundField
          path={`${path}.maxInterval`}
          label="But at most"
          as="span"
          input={{ placeholder: "no limit" }}
        />
        {http && (
          <BoundField
            path={`${path}.stopOn`}
            label="Do not retry after"
            as="numbers"
            hint="HTTP statuses, such as 400, 404"
            input={{ placeholder: "none" }}
          />
        )}
      </div>
      {http && (
        <BoundCheck
          path={`${path}.retryAfter`}
          label="Wait as long as the target asks"
          hint="(Retry-After)"
          on={true}
          off={undefined}
        />
      )}
    </>
  );
}

function retryingOf(definition: JsonObject, policy: string): Retrying {
  const type = valueAt(definition, `${policy}.retryType`);
  if (valueAt(definition, policy) === undefined) return "default";
  return String(type ?? "fixed").toLowerCase() === "none" ? "none" : "fixed";
}

function policyFor(retrying: Retrying, before: JsonObject): Json | undefined {
  if (retrying === "default") return undefined;
  if (retrying === "none") return { retryType: "none" };
  return { retryInterval: "00:00:30", retryCount: 4, ...before, retryType: "fixed" };
}

function useDefaultWords(action: string): string {
  const { definition, collection } = useEditing();
  if (action.endsWith("errorAction")) return "try again as the main action does";
  const takes = valueAt(definition, "properties.useDefaults") !== false;
  return takes && collection?.properties.defaults?.retryPolicy
    ? "as the collection says"
    : "try again: 4 times, 30 seconds apart";
}
