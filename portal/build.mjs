// Bundles the portal into one script and one style sheet: `node portal/build.mjs FOLDER [--watch]`.
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...options] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node portal/build.mjs FOLDER [--watch]");
  process.exit(2);
}

const settings = {
  entryPoints: { portal: join(here, "src", "main.tsx") },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};

await mkdir(folder, { recursive: true });
await copyFile(join(here, "src", "index.html"), join(folder, "index.html"));
if (options.includes("--watch")) await (await context(settings)).watch();
else await build(settings);
