/**
 * A console as far as the embedded service is concerned: starts or joins it, says where it is, and lives until it is told to
 * stop by a line of input, or is killed.
 */
import { once } from "node:events";
import { startEmbedded } from "../../../src/service/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const { stop, ...ready } = await startEmbedded({ dataDir, quiet: true });
process.stdout.write(`${JSON.stringify(ready)}\n`);
await once(process.stdin, "data");
await stop();
process.stdin.destroy();
