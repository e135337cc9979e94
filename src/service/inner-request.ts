import type { JsonObject } from "../contract/json/json.ts";
import { findOperation, type OperationId } from "../contract/operations.ts";
import { violationsOf } from "../contract/schema/body.ts";
import { handlerOf } from "./handlers.ts";
import { objectId, type Random } from "./random.ts";
import { type Caller, everyRole } from "./requests/callers.ts";
import type { Call } from "./requests/handler.ts";
import { HttpError } from "./requests/http-error.ts";
import type { WriteTransaction } from "./storage/storage.ts";

/** A request that the service sends to itself, and the projects that it may use. */
type InnerRequest = {
  readonly id: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Simulated time of the request, in milliseconds. */
  readonly now: number;
  readonly projects: readonly string[];
  readonly orgId: string;
  readonly random: Random;
};

const callerOf = ({ projects, orgId }: InnerRequest): Caller => ({
  kind: "account",
  name: "sample",
  secret: "",
  projects: everyRole(projects),
  organizations: everyRole([orgId]),
});

/**
 * Executes a request internally, by the same rules and with the same effects. Transitions due by then must have been applied before.
 *
 * @returns the id of the created document, or null where it was refused
 */
export async function doInnerRequest(transaction: WriteTransaction, request: InnerRequest): Promise<string | null> {
  const { id, params, body, now, random } = request;
  const operation = findOperation(id);
  if (operation?.body == null) throw new TypeError(`${id} takes no body`);
  const [wrong] = violationsOf(operation.body, body);
  if (wrong !== undefined) throw new TypeError(`${id} is requested with a body of a wrong form: ${wrong.message}`);
  const ids: string[] = [];
  const call: Call = {
    operation,
    params,
    query: {},
    page: { offset: 0, limit: 1 },
    body,
    caller: callerOf(request),
    now,
    quiet: true,
    newId() {
      const made = objectId(now, random);
      ids.push(made);
      return made;
    },
    // The answer is not used.
    href: (path) => `http://service.invalid${path}`,
    nameOf: (path) => path.join("."),
  };
  try {
    await handlerOf(operation).run(transaction, call);
    return ids[0] ?? null;
  } catch (refusal) {
    if (refusal instanceof HttpError) return null;
    throw refusal;
  }
}
