import { randomUUID } from "node:crypto";
import type { Answer } from "../../client/answers/answer.ts";
import { isOneOfCodes, ROLE_CODES } from "../../client/errors/error-codes.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { OperationArgs } from "../../client/request.ts";
import { isJsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { messageOf } from "../../text/thrown.ts";
import { type ActivitySlice, LONGEST_ACTIVITY } from "../activity.ts";
import { bounded, type Core } from "../core.ts";
import { pathOf, withoutSecrets } from "../journal/noted-request.ts";
import { type BudgetOwner, budgetIn, type RequestBudget, withBudget } from "../session/budget.ts";
import { formatRoles, withMissing, withoutMissing } from "../session/missing-roles.ts";
import { clockAfter } from "../session/server-clock.ts";
import type { ConnectionState, SessionSlice, SessionState } from "../session/session.ts";
import { projectKeyOf } from "./query.ts";

/**
 * Bookkeeping of every call, from any caller: a line of the activity log, and the session state that follows from its answer or failure (reachable,
 * budget, clock, missing roles).
 */
export type Calls = {
  /** Performs and records a call. `epoch`: the session epoch at its start; a call of an older epoch only enters the log. */
  readonly perform: <Data>(
    operation: Operation,
    args: OperationArgs,
    epoch: number,
    call: () => Promise<Answer<Data>>,
  ) => Promise<Answer<Data>>;
};

/** Session state describes the API only: the metrics address is another host, maybe of another operator. */
const isOfApi = ({ address }: Operation): boolean => address === "api";

const OK: ConnectionState = { kind: "ok" };

/** Budget after a 429: nothing is left. */
const spentBudget = (before: RequestBudget | undefined, at: number): RequestBudget => ({
  limit: before?.limit ?? 1,
  remaining: 0,
  at,
});

const bucketOf = ({ budget }: Operation, params: OperationArgs["params"]): BudgetOwner => ({
  set: budget,
  project: projectKeyOf({ params }),
});

export const newId = (): string => randomUUID();

/** Arguments of a call without secrets, fit to be stored. */
function withoutSecretsIn(operation: Operation, args: OperationArgs): OperationArgs {
  const body = withoutSecrets(operation, args.body ?? null);
  return { params: args.params, query: args.query, body: isJsonObject(body) ? body : undefined };
}

/** The process was stopped, or the machine slept, for at least this much of a call (ms), and not only busy. */
const STOPPED = 2000;

/** An answer that came while the console was stopped counts as of its request: it may be as old as that. */
const asOfRequest = <Data>(answer: Answer<Data>): Answer<Data> => ({
  ...answer,
  at: { ...answer.at, local: answer.at.sent },
});

export function createCalls(core: Core<SessionSlice & ActivitySlice>): Calls {
  let lastId = 0;

  const changed = (change: (before: SessionState) => Partial<SessionState>): SessionSlice => {
    const before = core.get().session;
    return { session: { ...before, ...change(before) } };
  };

  const answered = (operation: Operation, { params }: OperationArgs, answer: Answer<unknown>): SessionSlice =>
    changed((before) => ({
      missingRoles: withoutMissing(before.missingRoles, operation.id, params),
      ...(isOfApi(operation)
        ? {
            connection: OK,
            sandbox: answer.sandbox,
            serverClock: clockAfter(before.serverClock, answer),
          }
        : {}),
      ...(answer.budget === null
        ? {}
        : {
            budgets: withBudget(before.budgets, bucketOf(operation, params), {
              ...answer.budget,
              at: answer.at.local,
            }),
          }),
    }));

  const failed = (operation: Operation, { params }: OperationArgs, error: ServiceError): Partial<SessionSlice> => {
    if (error.isUnanswered) {
      if (!isOfApi(operation)) return {};
      return changed(({ connection }) => ({
        connection: {
          kind: "failing",
          since: connection.kind === "failing" ? connection.since : core.clock.now(),
          words: error.message,
        },
      }));
    }
    if (error.status === null) return {};
    const isRoleMissing = isOneOfCodes(error.code, ROLE_CODES);
    // The endpoint for tokens has a limit of its own.
    const isTooFast = error.status === 429 && error.facts.stage === "request";
    const bucket = bucketOf(operation, params);
    return changed(({ missingRoles, budgets }) => ({
      ...(isOfApi(operation) ? { connection: OK } : {}),
      ...(isTooFast
        ? { budgets: withBudget(budgets, bucket, spentBudget(budgetIn(budgets, bucket), core.clock.now())) }
        : {}),
      ...(isRoleMissing
        ? { missingRoles: withMissing(missingRoles, operation.id, params, formatRoles(operation), core.clock.now()) }
        : {}),
    }));
  };

  return {
    perform: async (operation, args, epoch, call) => {
      const at = core.clock.now();
      using stopwatch = core.clock.startStopwatch();
      lastId += 1;
      const line = {
        id: lastId,
        at,
        operation: operation.id,
        title: operation.title,
        method: operation.method,
        path: pathOf(core.profile().connection, operation, args),
        args: withoutSecretsIn(operation, args),
      };
      const logged = (end: {
        outcome: "done" | "failed" | "cancelled";
        status: number | null;
        errorCode: string | null;
        words: string | null;
      }): ActivitySlice => {
        const { calls } = core.get().activity;
        return {
          activity: { calls: bounded(calls, { ...line, ...end, milliseconds: stopwatch.read() }, LONGEST_ACTIVITY) },
        };
      };
      const isPresent = (): boolean => core.get().session.epoch === epoch;
      try {
        const answer = await call();
        const end = { status: answer.status, errorCode: null, words: null };
        // One `set`: everything on screen looks at every change.
        core.set({
          ...logged({ outcome: "done", ...end }),
          ...(isPresent() ? answered(operation, args, answer) : {}),
        });
        const stoppedFor = core.clock.now() - at - stopwatch.read();
        return stoppedFor < STOPPED ? answer : asOfRequest(answer);
      } catch (error) {
        const known = error instanceof ServiceError ? error : null;
        const end = logged({
          outcome: known?.kind === "cancelled" ? "cancelled" : "failed",
          status: known?.status ?? null,
          errorCode: known?.code ?? null,
          words: messageOf(error),
        });
        core.set({ ...end, ...(known !== null && isPresent() ? failed(operation, args, known) : {}) });
        throw error;
      }
    },
  };
}
