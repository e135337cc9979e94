import { parentPort } from "node:worker_threads";
import { messageOf } from "../../text/thrown.ts";
import { type RunningService, type ServiceOptions, startService } from "../service.ts";

/**
 * The service in its own thread: a thin wrapper around `startService`. It starts when it receives the options, reports once that it is ready or why
 * it failed, and stops on request.
 */
export type ThreadMessage =
  | { readonly kind: "ready"; readonly ready: unknown }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "trouble"; readonly trouble: string };

/** A script that the thread runs beside the service: the URL of a module whose `start` is called with the data. */
export type CompanionScript = { readonly script: string; readonly data: unknown };

/** What the thread is asked to do. The first request is `start`. */
export type ThreadRequest =
  | { readonly kind: "start"; readonly options: ServiceOptions }
  | { readonly kind: "alongside"; readonly script: CompanionScript }
  | { readonly kind: "stop" };

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

const running = Promise.withResolvers<RunningService>();

async function start(options: ServiceOptions): Promise<void> {
  try {
    const service = await startService({ ...options, report: (trouble) => tell({ kind: "trouble", trouble }) });
    tell({ kind: "ready", ready: service.ready });
    running.resolve(service);
  } catch (failure) {
    tell({ kind: "failed", reason: messageOf(failure) });
    parentPort?.close();
  }
}

async function runAlongside({ script, data }: CompanionScript): Promise<void> {
  await running.promise;
  const { start: run }: { readonly start?: unknown } = await import(script);
  if (typeof run === "function") run(data);
}

async function stop(): Promise<void> {
  const service = await running.promise;
  await service.stop().catch((failure: unknown) => tell({ kind: "trouble", trouble: messageOf(failure) }));
  parentPort?.close();
}

parentPort?.on("message", (request: ThreadRequest) => {
  if (request.kind === "start") void start(request.options);
  else if (request.kind === "stop") void stop();
  // The script is not part of the service, which works without it.
  else runAlongside(request.script).catch(() => undefined);
});
