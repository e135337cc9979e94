/** The service of a night, in a thread of its own: the time that it lives in is the night's. */
import { parentPort, workerData } from "node:worker_threads";
import { isObject } from "../../src/contract/json/json.ts";
import { startService } from "../../src/service/service.ts";
import { timeIn } from "./time.ts";

const given: unknown = workerData;
if (!isObject(given)) throw new TypeError("a night's service was started without its options");
const { shared, quiet, projects } = given;
if (!(shared instanceof SharedArrayBuffer)) throw new TypeError("a night's service was started without a time");

const service = await startService({
  place: ":memory:",
  quiet: quiet === true,
  size: { projects: Number(projects) },
  // Budgets of the real size, so that what is left of them is what would be left.
  budgetFactor: 1,
  wallClock: timeIn(shared),
});
parentPort?.once("message", async () => {
  await service.stop();
  parentPort?.close();
});
parentPort?.postMessage(service.ready);
