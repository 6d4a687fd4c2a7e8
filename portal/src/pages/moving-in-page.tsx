// The commands that bring jobs in, with this app's address in them.
import { CopyButton } from "../parts/copy-button";
import { Card, Page } from "../parts/page";
import { key } from "../state/session";
import { subscription } from "../state/subscription";

interface Step {
  title: string;
  words: string;
  commands: string[];
}

export function MovingInPage() {
  return (
    <Page title="Moving in">
      <p class="muted">
        Paste these in the project's folder. Files are recognised by their content: answers of the old REST
        API, ARM templates, PowerShell's JSON, Terraform states; workflows of Logic Apps, schedules of
        EventBridge and of Google Cloud, crontabs, CronJobs of Kubernetes; whole folders of them.
      </p>
      {stepsFor(location.origin, key.value !== null, subscription.value).map((step, place) => (
        <Card
          key={step.title}
          title={`${place + 1}. ${step.title}`}
          aside={<CopyButton label="Copy" text={() => step.commands.join("\n")} />}
        >
          <p>{step.words}</p>
          <pre class="commands">{step.commands.join("\n")}</pre>
        </Card>
      ))}
    </Page>
  );
}

export function stepsFor(app: string, needsKey: boolean, subscription: string): Step[] {
  const to = `--to ${app}`;
  const steps: Step[] = [
    {
      title: "Look",
      words:
        "A dry run changes nothing. It says job by job what would be made, when it would run, and what is missing. The report is a page to read.",
      commands: [`python3 dev.py import exports/ ${to} --dry-run --report plan.html`],
    },
    {
      title: "Bring the secrets",
      words:
        "No export holds passwords, tokens and certificates. This command writes a file that asks for each; fill it in, and delete it afterwards.",
      commands: [`python3 dev.py import exports/ ${to} --secrets-template secrets.json`],
    },
    {
      title: "Import, with everything disabled",
      words:
        "Nothing runs yet. If the command stops half-way, run it again: it goes on where it ended, and changes nothing twice.",
      commands: [`python3 dev.py import exports/ ${to} --secrets secrets.json --disabled`],
    },
    {
      title: "Cut over",
      words:
        "Switch off what took the jobs' place, then enable their collection. The page Upcoming shows what will run.",
      commands: [`python3 dev.py enable ${to} --subscription ${subscription} --collection NAME`],
    },
    {
      title: "Take everything out again",
      words: "Nobody is locked in: this writes all collections and jobs into a file, without secrets.",
      commands: [`python3 dev.py export --from ${app} --subscription ${subscription} --out backup.json`],
    },
  ];
  const first = {
    title: "Give the commands the key",
    words: "So that it stands in no command line, where others on the machine could read it.",
    commands: ["read -rs SCHEDULER_KEY && export SCHEDULER_KEY"],
  };
  return needsKey ? [first, ...steps] : steps;
}
