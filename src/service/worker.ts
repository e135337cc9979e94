import { parentPort, workerData } from "node:worker_threads";
import { type ServiceOptions, startService } from "./service.ts";

/**
 * The service in a thread of its own: a thin shell around `startService`. It says once that it is ready or why not, and stops
 * when it is told to.
 */
export type WorkerMessage =
  | { readonly kind: "ready"; readonly ready: unknown }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "trouble"; readonly trouble: string }
  | { readonly kind: "stopped" };

const isOptions = (value: unknown): value is ServiceOptions =>
  typeof value === "object" && value !== null && "place" in value && typeof value.place === "string";

const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);

async function run(options: unknown): Promise<void> {
  if (!isOptions(options)) throw new TypeError("the service was started without its options");
  const service = await startService({ ...options, report: (trouble) => tell({ kind: "trouble", trouble }) });
  parentPort?.once("message", async () => {
    await service.stop().catch((failure: unknown) => tell({ kind: "trouble", trouble: reasonOf(failure) }));
    tell({ kind: "stopped" });
    parentPort?.close();
  });
  tell({ kind: "ready", ready: service.ready });
}

try {
  await run(workerData);
} catch (failure) {
  tell({ kind: "failed", reason: reasonOf(failure) });
  parentPort?.close();
}
