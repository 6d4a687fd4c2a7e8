// Bundles the unit tests of the portal's pure parts and runs them with Node's own runner: `node portal/test.mjs`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const tests = join(dirname(fileURLToPath(import.meta.url)), "tests");
const folder = mkdtempSync(join(tmpdir(), "portal-tests-"));
const files = readdirSync(tests).filter((name) => name.endsWith(".test.ts"));
try {
  await build({
    entryPoints: files.map((name) => join(tests, name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const bundled = readdirSync(folder).map((name) => join(folder, name));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...bundled], {
    stdio: "inherit",
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
