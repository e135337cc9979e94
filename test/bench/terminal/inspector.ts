import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Tty } from "./tty.ts";

/** Asks a program that was started with `--inspect=0` about itself and its threads, as Chrome's tools do. */

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});
const Attached = z.object({ sessionId: z.string(), workerInfo: z.object({ url: z.string() }) });
const FromThread = z.object({ sessionId: z.string(), message: z.string() });
const Chunk = z.object({ chunk: z.string() });
const Value = z.object({ result: z.object({ value: z.unknown().optional() }) });

/** A thread of the program, by the file that it runs; the main thread has none. */
export type InspectedThread = { readonly file: string; readonly session: string | null };

/** When all threads have told of themselves, and all pieces have come (ms). */
const SETTLED = 500;

export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #threads: InspectedThread[] = [{ file: "", session: null }];
  #chunks: string[] = [];
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
  }

  /** Connects to a program whose inspector has said on its terminal where it listens. */
  static async of(tty: Tty): Promise<Inspector> {
    const said = tty.chunks.map(({ text }) => text).join("");
    const address = /ws:\/\/[\w.:/-]+/u.exec(said)?.[0];
    if (address === undefined) throw new Error(`No inspector listens:\n${tty.screen()}`);
    const socket = new WebSocket(address);
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    const inspector = new Inspector(socket);
    await inspector.#ask("NodeWorker.enable", { waitForDebuggerOnStart: false });
    await pause(SETTLED);
    return inspector;
  }

  get threads(): readonly InspectedThread[] {
    return this.#threads;
  }

  #take(text: string): void {
    const { id, method, params, result } = Message.parse(JSON.parse(text));
    if (id !== undefined) this.#waiting.get(id)?.(result);
    if (method === "NodeWorker.attachedToWorker") {
      const { sessionId, workerInfo } = Attached.parse(params);
      this.#threads.push({ file: workerInfo.url, session: sessionId });
    }
    if (method === "NodeWorker.receivedMessageFromWorker") this.#take(FromThread.parse(params).message);
    if (method === "HeapProfiler.addHeapSnapshotChunk") this.#chunks.push(Chunk.parse(params).chunk);
  }

  #ask(method: string, params: object = {}, session: string | null = null): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, resolve);
    const message = JSON.stringify({ id, method, params });
    if (session === null) this.#socket.send(message);
    else void this.#ask("NodeWorker.sendMessageToWorker", { sessionId: session, message });
    return promise;
  }

  /** What an expression is in a thread. */
  async evaluate({ session }: InspectedThread, expression: string): Promise<unknown> {
    const answer = await this.#ask("Runtime.evaluate", { expression, returnByValue: true }, session);
    return Value.parse(answer).result.value;
  }

  /** Everything that lives in a thread's heap, as V8 writes it down after a whole collection. */
  async heapSnapshot({ session }: InspectedThread): Promise<string> {
    this.#chunks = [];
    await this.#ask("HeapProfiler.enable", {}, session);
    await this.#ask("HeapProfiler.takeHeapSnapshot", { reportProgress: false }, session);
    await pause(SETTLED);
    return this.#chunks.join("");
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
