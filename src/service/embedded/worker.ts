import { parentPort } from "node:worker_threads";
import { messageOf } from "../../text/thrown.ts";
import { type ServiceOptions, startService } from "../service.ts";

/**
 * The service in its own thread: a thin wrapper around `startService`. It starts when it receives the options, reports once that it is ready or why
 * it failed, and stops on request.
 */
export type WorkerMessage =
  | { readonly kind: "ready"; readonly ready: unknown }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "trouble"; readonly trouble: string }
  | { readonly kind: "stopped" };

/** A script that the thread runs beside the service: the URL of a module whose `start` is called with the data. */
export type CompanionScript = { readonly script: string; readonly data: unknown };

type ThreadOptions = ServiceOptions & { readonly alongside?: CompanionScript | undefined };

const isOptions = (value: unknown): value is ThreadOptions =>
  typeof value === "object" && value !== null && "place" in value && typeof value.place === "string";

const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);

/** The script is not part of the service, which works without it. */
async function runAlongside({ script, data }: CompanionScript): Promise<void> {
  const { start }: { readonly start?: unknown } = await import(script);
  if (typeof start === "function") start(data);
}

async function run(options: unknown): Promise<void> {
  if (!isOptions(options)) throw new TypeError("the service was started without its options");
  const { alongside, ...own } = options;
  const service = await startService({ ...own, report: (trouble) => tell({ kind: "trouble", trouble }) });
  parentPort?.once("message", async () => {
    await service.stop().catch((failure: unknown) => tell({ kind: "trouble", trouble: messageOf(failure) }));
    tell({ kind: "stopped" });
    parentPort?.close();
  });
  tell({ kind: "ready", ready: service.ready });
  if (alongside !== undefined) await runAlongside(alongside).catch(() => undefined);
}

parentPort?.once("message", async (options: unknown) => {
  try {
    await run(options);
  } catch (failure) {
    tell({ kind: "failed", reason: messageOf(failure) });
    parentPort?.close();
  }
});
