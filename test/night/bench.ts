/** `npm run bench:night`: leaves a console open for a day and a night at speed; with `--write` the figures go to docs/night.md. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { nightOf } from "./figures.ts";
import { pageOf } from "./page.ts";

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, hours: { type: "string", default: "24" } },
});
const lively = await nightOf({ hours: Number(values.hours), quiet: false, projects: 3 });
const calm = await nightOf({ hours: 2, quiet: true, projects: 3 });
const page = pageOf(lively, calm);
process.stdout.write(page);
if (values.write) writeFileSync(resolve(import.meta.dirname, "../../docs/night.md"), page);
