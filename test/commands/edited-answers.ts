import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Env } from "./served.ts";

/** A service whose answers have rows that this program does not understand, over real HTTP. */

/** Fields put into rows of the lists of some path. */
export type Edit = {
  /** How the path ends. */
  readonly path: string;
  /** So many rows of each list, the first ones. */
  readonly most: number;
  readonly set: JsonObject;
  /** Those of this name alone. */
  readonly named?: string;
  /** The lists of this name in the rows, in place of the rows. */
  readonly within?: string;
};

export type ProxyData = { readonly baseUrl: string; readonly heard: Int32Array<SharedArrayBuffer> };

export type EditedAnswers = {
  /** The variables that name the service with the edits before it. */
  readonly env: Env;
  /** Answers are edited so from now on. */
  readonly edit: (...edits: readonly Edit[]) => void;
  readonly stop: () => Promise<void>;
};

/** Stands before a service, in a thread of its own: commands of tests hold up theirs. */
export async function editedAnswers(env: Env): Promise<EditedAnswers> {
  const heard = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("editing-proxy.ts", import.meta.url), {
    workerData: { baseUrl: env["SEXTANT_BASE_URL"] ?? "", heard } satisfies ProxyData,
    execArgv: [],
  });
  const [port]: readonly unknown[] = await once(worker, "message");
  return {
    env: { ...env, SEXTANT_BASE_URL: `http://127.0.0.1:${String(port)}` },
    edit: (...edits) => {
      Atomics.store(heard, 0, 0);
      worker.postMessage(edits);
      Atomics.wait(heard, 0, 0);
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
