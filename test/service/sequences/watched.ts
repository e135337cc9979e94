import { expect } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import type { Client, Reply } from "../support.ts";

/** A client whose every answer is looked at, whatever it is asked for. */

/** An operation and the pattern of its paths; fixed words win over names in their place. */
const PATTERNS: readonly (readonly [Operation, RegExp])[] = allOperations()
  .filter(({ address }) => address === "api")
  .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length)
  .map((operation) => [operation, new RegExp(`^${operation.path.replace(/\{[^}]+\}/gu, "[^/]+")}$`, "u")]);

/** The operation that a request is for. */
export function operationAt(method: string, path: string): Operation {
  const found = PATTERNS.find(([operation, pattern]) => operation.method === method && pattern.test(path));
  if (found === undefined) throw new TypeError(`no operation is ${method} ${path}`);
  return found[0];
}

export type Ask = { readonly body?: unknown; readonly query?: string };

export class Watched {
  readonly client: Client;
  /** What must not stand in any answer. */
  readonly secrets = new Set<string>();
  /** How often each operation was carried out, and how often refused. */
  readonly tally: Map<string, { done: number; refused: number }>;

  constructor(client: Client, tally: Map<string, { done: number; refused: number }> = new Map()) {
    const { privateKey, clientSecret, scrapePassword, controlToken } = client.ready;
    this.client = client;
    this.tally = tally;
    for (const secret of [privateKey, clientSecret, scrapePassword, controlToken]) this.secrets.add(secret);
  }

  get groupId(): string {
    return this.client.groupId;
  }

  /** Sends one request; whatever the answer is, it has to be sound. */
  async ask(method: string, path: string, ask: Ask = {}): Promise<Reply> {
    const reply = await this.client(method, path, ask);
    const operation = operationAt(method, path);
    const what = `${operation.id}: ${method} ${path} ${JSON.stringify(ask)} was answered ${reply.status} ${reply.text}`;
    expect(reply.status, what).toBeLessThan(500);
    for (const secret of this.secrets) expect(reply.text.includes(secret), `${what} notifies ${secret}`).toBe(false);
    const count = this.tally.get(operation.id) ?? { done: 0, refused: 0 };
    this.tally.set(operation.id, count);
    if (reply.status >= 400) {
      count.refused += 1;
      expect(reply.json, what).toMatchObject({
        error: reply.status,
        errorCode: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/u),
        reason: expect.any(String),
        detail: expect.stringMatching(/\S/u),
        parameters: expect.any(Array),
      });
      return reply;
    }
    count.done += 1;
    expect(reply.status, what).toBe(operation.success);
    const declared = operation.answer === "none" || operation.response.safeParse(reply.json).success;
    expect(declared, `${what}, which is not what the contract declares`).toBe(true);
    return reply;
  }
}
