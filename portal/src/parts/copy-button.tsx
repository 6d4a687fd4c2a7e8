import { toast } from "../state/toasts";

/** Copies a text; it is made only when somebody asks for it. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      toast("Copied.");
    } catch {
      toast("The browser does not let this page copy.", "failed");
    }
  };
  return <button onClick={() => void copy()}>{label}</button>;
}
