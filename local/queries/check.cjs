// Parses and binds queries against the tables of Application Insights: `node check.cjs FILE…`.
// Prints each fault as `file:line: what`, and exits with 1 if there is any.
//
// Microsoft's language service is a program for browsers: it puts its names into the global object.
const { readFileSync } = require("node:fs");
const { basename, join } = require("node:path");

const service = join(__dirname, "..", "..", "node_modules", "@kusto", "language-service-next");
require(join(service, "bridge.min.js"));
require(join(service, "Kusto.Language.Bridge.min.js"));
const { GlobalState, KustoCode, Symbols } = globalThis.Kusto.Language;

// The columns that these tables have in Application Insights, as far as a scheduler's queries may need them.
const SHARED =
  "timestamp: datetime, customDimensions: dynamic, operation_Name: string, operation_Id: string, " +
  "cloud_RoleName: string, cloud_RoleInstance: string, itemCount: int";
const TABLES = {
  traces: `(${SHARED}, message: string, severityLevel: int)`,
  requests: `(${SHARED}, name: string, url: string, success: string, resultCode: string, duration: real)`,
};

const tables = Object.entries(TABLES).map(([name, schema]) => new Symbols.TableSymbol.$ctor7(name, schema, null));
const known = GlobalState.Default.WithDatabase(new Symbols.DatabaseSymbol.ctor("insights", tables));

function faults(file) {
  const text = readFileSync(file, "utf8");
  const found = KustoCode.ParseAndAnalyze(text, known).GetDiagnostics();
  return Array.from({ length: found.Count }, (_, index) => found.getItem(index)).map((fault) => {
    const line = text.slice(0, fault.Start).split("\n").length;
    return `${basename(file)}:${line}: ${fault.Message}`;
  });
}

const all = process.argv.slice(2).flatMap(faults);
for (const fault of all) console.log(fault);
process.exitCode = all.length ? 1 : 0;
