/** One instance of a service on a database: says where it is, and lives until it is told to stop by a line of input, or is killed. */
import { once } from "node:events";
import { startService } from "../../../src/service/service.ts";

const [place = "", origin = ""] = process.argv.slice(2);
const { ready, port, stop } = await startService({ place, origin, quiet: true });
process.stdout.write(`${JSON.stringify({ ...ready, port })}\n`);
await once(process.stdin, "data");
await stop();
process.stdin.destroy();
