import type { Before, Target } from "../../areas/model/effect.ts";
import { type BodyObject, type JsonObject, sameJson } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import type { Operation } from "../../contract/operation.ts";
import type { FormEnv, FormPlan } from "../../forms/form-plan.ts";
import { pairsInOrder } from "../../forms/match-items.ts";
import { listPlanAt } from "../../forms/plans.ts";
import { type Change, compareBodies } from "../../forms/review/compare.ts";
import type { App } from "../app.ts";
import { errorText } from "../error-text.ts";
import type { Stored } from "../workspace.ts";

/** Stored documents of a write's targets, read just before its review. */

export const NOTHING_STORED: Stored = { documents: new Map(), failure: null };

/** Reads the stored documents. A failed read is shown in the review and does not prevent sending. */
export async function readStored(app: App, before: Before | undefined, targets: readonly Target[]): Promise<Stored> {
  if (before === undefined) return NOTHING_STORED;
  try {
    return { documents: await before.read(app.ask, targets), failure: null };
  } catch (error) {
    return { documents: new Map(), failure: `The current state could not be read: ${errorText(error)}` };
  }
}

/** A stored document in the shape of a request, limited to the fields of the request. */
export const asBody = (before: Before, document: JsonObject, body: BodyObject): BodyObject =>
  fieldsOf(before.asBody?.(document) ?? document, body);

/** Fields of a stored document that a request names and that have a value. */
export function fieldsOf(stored: BodyObject, body: BodyObject): BodyObject {
  return Object.fromEntries(
    Object.keys(body).flatMap((name) => {
      const value = ownValue(stored, name);
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

/** The simplest plan of an operation: everything from the contract. */
export const plainPlan = (operation: Operation): FormPlan => ({
  operation,
  title: () => operation.title,
  sentence: () => operation.title,
  button: () => operation.title,
  fields: [],
});

/** The plan that puts a write without fields into words: that of the form that sends the same, with its units and names, where there is one. */
export const planOfWrite =
  (operation: Operation, before: Before, bodyOf: (target: Target) => BodyObject) =>
  (target: Target): FormPlan => {
    const action = before.action([target], bodyOf(target));
    return action.kind === "form" ? action.setup.plan : plainPlan(operation);
  };

/** Changes that a body makes to a stored document, in words. */
export const changesAt = (plan: FormPlan, env: FormEnv, before: BodyObject, after: BodyObject): readonly Change[] =>
  compareBodies({
    plan,
    env,
    mode: "create",
    before,
    after,
    pairs: (list, left, right) => pairsInOrder(left, right, listPlanAt(plan, list)?.identity),
  }).changes;

/**
 * Changes of a write at each of its targets. If all get the same values, these are listed once, followed by the old values that differ, per target.
 */
export function changesOfTargets(
  planOf: (target: Target) => FormPlan,
  env: FormEnv,
  before: Before,
  { documents }: Stored,
  targets: readonly Target[],
  bodyOf: (target: Target) => BodyObject,
): readonly Change[] {
  const [first] = targets;
  if (first === undefined) return [];
  const common = bodyOf(first);
  const isSame = targets.length > 1 && targets.every((target) => sameJson(bodyOf(target), common));
  const each = targets.flatMap((target) => {
    const document = documents.get(target.id);
    const all = document === undefined ? {} : (before.asBody?.(document) ?? {});
    const body = bodyOf(target);
    const made = before.becomes?.(all, body) ?? body;
    const was = document === undefined ? {} : asBody(before, document, { ...made, ...all });
    const changes = changesAt(planOf(target), env, was, made);
    if (targets.length === 1) return changes;
    return changes
      .filter(({ from }) => !isSame || from !== null)
      .map((change): Change => {
        const label = changes.length === 1 ? target.name : `${target.name}: ${change.label}`;
        return { ...change, label, from: change.from ?? "not set", to: change.to ?? "not set", kind: "changed" };
      });
  });
  return isSame ? [...changesAt(planOf(first), env, {}, before.becomes?.({}, common) ?? common), ...each] : each;
}
