/** `npm run bench:forecast`: measures the forecast on curves made by chance and writes `docs/forecast.md`. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { directionTable } from "./directions.ts";
import { pageOf } from "./page.ts";
import { qualityTable } from "./quality.ts";

const page = pageOf(qualityTable(), directionTable());
writeFileSync(resolve(import.meta.dirname, "../../docs/forecast.md"), page);
process.stdout.write(page);
