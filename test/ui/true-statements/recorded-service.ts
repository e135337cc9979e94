import { createClient } from "../../../src/client/client.ts";
import { ServiceError } from "../../../src/client/errors/service-error.ts";
import { connectionOfReady } from "../../../src/commands/connect.ts";
import { isJsonObject, type Json } from "../../../src/contract/json/json.ts";
import { isOperationId, type OperationId } from "../../../src/contract/operations.ts";
import type { ServiceReady } from "../../../src/service/server/ready.ts";
import { startService } from "../../../src/service/service.ts";
import { resourceKey } from "../../../src/state/answers/query.ts";
import { FakeClient, type PendingCall, serviceError } from "../../state/fake-client.ts";

/** How a question goes wrong, or what it brings in place of something. */
export const FAULTS = ["failed", "forbidden", "hanging", "unreadable", "empty"] as const;
export type Fault = (typeof FAULTS)[number];

/** Which questions go wrong: all of some operations, or the one of a key. */
export type Faulty = {
  readonly operations: readonly OperationId[];
  readonly key: string | null;
  readonly fault: Fault;
};

const isFaulty = (faulty: Faulty | undefined, call: PendingCall): faulty is Faulty =>
  faulty?.operations.some((id) => id === call.operation.id) === true && (faulty.key ?? keyOf(call)) === keyOf(call);

/** So many rows of a list are enough to say something. */
const MOST_ROWS = 12;

/** The key of what a call asks for, whatever page of it. */
export function keyOf({ operation, args }: Pick<PendingCall, "operation" | "args">): string {
  if (!isOperationId(operation.id)) throw new TypeError(`no operation ${operation.id}`);
  const { itemsPerPage: _items, pageNum: _page, ...query } = args.query ?? {};
  return resourceKey(operation.id, { params: args.params ?? {}, query });
}

/** A list with a few of its rows, whatever else the answer holds. */
function shortened(raw: Json, most: number): Json {
  if (Array.isArray(raw)) return raw.slice(0, most);
  if (!isJsonObject(raw) || !Array.isArray(raw["results"])) return raw;
  const results = raw["results"].slice(0, most);
  return { ...raw, results, ...("totalCount" in raw ? { totalCount: results.length } : {}) };
}

/**
 * A real service whose answers are asked for once and told again ever after, so that thousands of screens can be made of them; any of
 * them can be made to go wrong.
 */
export type RecordedService = {
  readonly ready: ServiceReady;
  /** The service's time when it began; it stands still. */
  readonly now: number;
  /** A client with faults of its own. `isBusy`: something is asked that will be answered. */
  readonly client: (
    now: () => number,
    faulty?: Faulty,
  ) => { readonly client: FakeClient; readonly isBusy: () => boolean };
  readonly stop: () => Promise<void>;
};

export async function recordedService(): Promise<RecordedService> {
  const service = await startService({ place: ":memory:", quiet: true, speed: 0 });
  const { ready } = service;
  const real = createClient(connectionOfReady(ready, null));
  const recorded = new Map<string, Promise<Json | ServiceError>>();

  const ask = async ({ operation, args }: PendingCall): Promise<Json | ServiceError> => {
    try {
      const { raw } = await real.callOperation(operation, args);
      return shortened(raw, MOST_ROWS);
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };

  const respond = async (call: PendingCall, faulty: Faulty | undefined): Promise<void> => {
    const key = keyOf(call);
    const { id } = call.operation;
    const isWrong = isFaulty(faulty, call);
    if (isWrong && isOperationId(id)) {
      if (faulty.fault === "failed") return call.fail(serviceError(id, { kind: "refused", status: 500 }));
      if (faulty.fault === "forbidden") return call.fail(serviceError(id, { kind: "refused", status: 403 }));
      if (faulty.fault === "unreadable") {
        return call.fail(serviceError(id, { kind: "unreadable", status: 200, problem: "results is not a list" }));
      }
    }
    const answer = recorded.get(key) ?? ask(call);
    recorded.set(key, answer);
    const found = await answer;
    if (found instanceof ServiceError) call.fail(found);
    else call.answer(isWrong ? shortened(found, 0) : found, { sandbox: true });
  };

  return {
    ready,
    now: Date.now(),
    client: (now, faulty) => {
      const client = new FakeClient(now);
      let busy = 0;
      client.respond = (call) => {
        if (faulty?.fault === "hanging" && isFaulty(faulty, call)) return;
        busy += 1;
        void respond(call, faulty).finally(() => {
          busy -= 1;
        });
      };
      return { client, isBusy: () => busy > 0 };
    },
    stop: async () => {
      await real.close();
      await service.stop();
    },
  };
}
