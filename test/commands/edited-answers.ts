import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { JsonObject } from "../../src/contract/json/json.ts";
import type { Env } from "./served.ts";

/** A service whose answers have rows that this program does not understand, or are other ones altogether, over real HTTP. */

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

/** What is answered to reads in place of what the service says. */
export type Instead = {
  /** A pattern for the path. */
  readonly path: string;
  /** Null: nothing is answered, and the connection stays open. */
  readonly status: number | null;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A pattern for the query, where that counts. */
  readonly query?: string;
  /** So often; else always. */
  readonly times?: number;
};

/** What the proxy does from now on. */
export type Edits = { readonly rows: readonly Edit[]; readonly instead: readonly Instead[] };

export type ProxyData = { readonly baseUrl: string; readonly heard: Int32Array<SharedArrayBuffer> };

export type EditedAnswers = {
  /** The variables that name the service with the edits before it. */
  readonly env: Env;
  /** Answers are edited so from now on. */
  readonly edit: (...rows: readonly Edit[]) => void;
  /** Reads are answered so from now on, by the first that fits. */
  readonly instead: (...answers: readonly Instead[]) => void;
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
  const tell = (edits: Edits): void => {
    Atomics.store(heard, 0, 0);
    worker.postMessage(edits);
    // What wakes the wait may be the edit before, which was heard already.
    while (Atomics.load(heard, 0) === 0) Atomics.wait(heard, 0, 0);
  };
  return {
    env: { ...env, SEXTANT_BASE_URL: `http://127.0.0.1:${String(port)}` },
    edit: (...rows) => tell({ rows, instead: [] }),
    instead: (...instead) => tell({ rows: [], instead }),
    stop: async () => {
      await worker.terminate();
    },
  };
}
