// One action: its kind, the fields of that kind, and its retries. The main action and the error action are alike.
import { useRef } from "preact/hooks";
import type { JsonObject } from "../../../api/types";
import { SelectField } from "../../../parts/fields";
import { kindOf, withKind, type Kind } from "../definition/actions";
import { objectAt, withValue } from "../definition/paths";
import { useEditing, useFault } from "../editing";
import { HttpFields } from "./http-fields";
import { ServiceBusFields, StorageQueueFields } from "./message-fields";
import { RetryFields } from "./retry-fields";

const KINDS = [
  ["Http", "Call a web address (HTTP, HTTPS)"],
  ["StorageQueue", "Put a message into a Storage queue"],
  ["ServiceBusQueue", "Send a message to a Service Bus queue"],
  ["ServiceBusTopic", "Send a message to a Service Bus topic"],
] as const;

export function ActionFields({ path }: { path: string }) {
  const { definition, change } = useEditing();
  const shelf = useRef(new Map<Kind, JsonObject>());
  const fault = useFault(`${path}.type`);
  const kind = kindOf(objectAt(definition, path));
  const choose = (next: Kind) =>
    change((now) => withValue(now, path, withKind(objectAt(now, path), next, shelf.current)));
  return (
    <>
      <SelectField<Kind> label="What to do" value={kind} options={KINDS} change={choose} fault={fault} />
      {kind === "Http" && <HttpFields action={path} />}
      {kind === "StorageQueue" && <StorageQueueFields path={`${path}.queueMessage`} />}
      {kind === "ServiceBusQueue" && (
        <ServiceBusFields path={`${path}.serviceBusQueueMessage`} entity="queueName" />
      )}
      {kind === "ServiceBusTopic" && (
        <ServiceBusFields path={`${path}.serviceBusTopicMessage`} entity="topicPath" />
      )}
      <RetryFields action={path} http={kind === "Http"} />
    </>
  );
}
