// What is being edited, for every field of the form: one definition, changed by functions that return a new one.
import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { signal, type Signal } from "@preact/signals";
import type { Fault } from "../../api/call";
import type { Collection, Json, JsonObject } from "../../api/types";
import { faultOf } from "./faults";
import { valueAt, withValue } from "./definition/paths";
import type { Asker } from "./definition/schedules";

export interface Editing {
  definition: JsonObject;
  change: (next: (definition: JsonObject) => JsonObject) => void;
  /** The job as it is stored; null for a new one. */
  stored: JsonObject | null;
  /** The collection that was chosen, if it is there already. */
  collection: Collection | null;
  asker: Asker;
  faults: Fault[];
  /** The fields that the form shows, so that it is known which faults have no field. */
  fields: Signal<readonly string[]>;
}

const Context = createContext<Editing | null>(null);
export const EditingProvider = Context.Provider;

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (!editing) throw new Error("a field stands outside of the editor");
  return editing;
}

export const noFields = () => signal<readonly string[]>([]);

/** Return what a field shows as its fault, and note that the field is there. */
export function useFault(field: string): string | undefined {
  const { fields, faults } = useEditing();
  useEffect(() => {
    fields.value = [...fields.peek(), field];
    return () => {
      const place = fields.peek().indexOf(field);
      fields.value = fields.peek().filter((_, one) => one !== place);
    };
  }, [field, fields]);
  return faultOf(faults, field);
}

export interface Bound {
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  fault: string | undefined;
}

/** Tie a field to a path of the definition. */
export function useBound(path: string): Bound {
  const { definition, change } = useEditing();
  const fault = useFault(path);
  return {
    value: valueAt(definition, path),
    set: (value) => change((now) => withValue(now, path, value)),
    fault,
  };
}
