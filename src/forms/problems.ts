import {
  type BodyObject,
  encodeBody,
  type Json,
  type Path,
  pathText,
  type SecretWriter,
  sameJson,
  valueAt,
} from "../contract/json/json.ts";
import { isUndeclared, type Violation, violationsOf } from "../contract/schema/body.ts";
import { takesUndeclared } from "../contract/wire/dialect.ts";
import { printable } from "../text/printable.ts";
import { fieldAt, isNeeded, shownAt } from "./fields.ts";
import type { FieldPlan, FormEnv, FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { basePathOf, baseValueOf, keyOf, pathOf } from "./keys.ts";
import { labelledMessage, namesAt, pathLabel } from "./labels.ts";
import { layoutOf, type Slot } from "./layout.ts";
import { storedSecretsOf } from "./masks.ts";
import { withoutReadOnly } from "./open.ts";
import { bodyAt, pathsOf } from "./paths.ts";
import { contextAt, isUnset, shapeOfPlan } from "./plans.ts";
import { filledIn } from "./schema/form-values.ts";
import { isGroup, schemaAt } from "./schema/schema.ts";
import { bodyOf, cannotEmpty, changedNames, sentNames, withoutMasks } from "./sent.ts";

/** Problems that prevent a form from being sent, at the rows where they can be fixed. */

/** A problem that prevents sending. `key` is that of a row, or null for the form as a whole. */
export type Problem = {
  readonly key: string | null;
  readonly path: Path;
  readonly label: string;
  readonly message: string;
};

type Found = { readonly path: Path; readonly message: string };

/** All problems of a form in row order, at most one message per row; messages without a row come last. */
export function problemsOf(plan: FormPlan, state: FormState, env: FormEnv): readonly Problem[] {
  return problemsAt(plan, state, env, layoutOf(plan, state));
}

/** The same for given rows. */
export function problemsAt(plan: FormPlan, state: FormState, env: FormEnv, slots: readonly Slot[]): readonly Problem[] {
  const order = new Map(slots.map((slot, index) => [slot.key, index]));
  const carried = new Map(slots.flatMap((slot) => (slot.row === "carried" ? [[pathText(slot.path), slot.key]] : [])));
  const problems = new Map<string, Problem>();
  for (const { path, message } of foundIn(plan, state, env)) {
    const own = carried.get(pathText(path));
    const key = own ?? rowOf(state, path, order);
    const exact = own !== undefined || key === keyOf(state, path) || path.length === 0;
    const label = path.length === 0 ? "" : pathLabel(plan, state, path);
    const name = key ?? `/${pathText(path)}`;
    // A message about a place without its own row names that place.
    const words = exact || label === "" ? message : `${label}: ${message}`;
    if (!problems.has(name)) problems.set(name, { key, path, label, message: words });
  }
  const position = (problem: Problem): number =>
    problem.key === null ? slots.length : (order.get(problem.key) ?? slots.length);
  return [...problems.values()].sort((left, right) => position(left) - position(right));
}

/** Row of a path: its own, or that of the nearest parent. */
export function rowOf(state: FormState, path: Path, rows: ReadonlyMap<string, unknown>): string | null {
  for (let length = path.length; length > 0; length -= 1) {
    const key = keyOf(state, path.slice(0, length));
    if (rows.has(key)) return key;
  }
  return null;
}

function* foundIn(plan: FormPlan, state: FormState, env: FormEnv): Generator<Found> {
  yield* typedProblems(plan, state);
  yield* emptiedProblems(plan, state);
  yield* secretProblems(plan, state);
  for (const violation of contractViolations(plan, state)) {
    if (isUndeclared(violation) && takesUndeclared(env.dialect ?? "specification")) continue;
    const { path, message, rule } = violation;
    const missing = rule === "required" ? missingBelow(plan, state, path) : missingBeside(plan, state, path, message);
    const words = isEmptyText(plan, state, path, rule) ? "required" : labelledMessage(plan, state, path, message);
    if (missing.length === 0) yield { path, message: words };
    for (const field of missing) yield { path: field, message: "required" };
  }
  yield* planProblems(plan, state, env);
}

/** True for an empty required text: "required" says more than a message about its pattern. */
function isEmptyText(plan: FormPlan, state: FormState, path: Path, rule: string): boolean {
  const field = rule === "shape" && bodyAt(state.body, path) === "" ? fieldAt(plan, state, path) : null;
  return field !== null && isNeeded(plan, state, field).needed;
}

/** Required fields of a missing group: problems are shown at these fields, not at the heading. */
function missingBelow(plan: FormPlan, state: FormState, path: Path): readonly Path[] {
  const field = fieldAt(plan, state, path);
  if (field === null || field.plan?.kind !== undefined || !isGroup(field.schema)) return [path];
  const inside = namesAt(plan, state, path).flatMap((name) => fieldAt(plan, state, [...path, name]) ?? []);
  const needed = inside.filter((one) => isNeeded(plan, state, one).needed);
  return needed.length === 0 ? [path] : needed.flatMap((one) => missingBelow(plan, state, one.path));
}

/** Empty fields named in a message about a group's kind: the problem is shown at these fields, not at the kind. */
function missingBeside(plan: FormPlan, state: FormState, path: Path, message: string): readonly Path[] {
  if (fieldAt(plan, state, path)?.isKind !== true) return [];
  const holder = path.slice(0, -1);
  const words = new Set(message.split(/\W+/u));
  return namesAt(plan, state, holder)
    .filter((name) => words.has(name) && isUnset(bodyAt(state.body, [...holder, name])))
    .map((name) => [...holder, name]);
}

/** Typed texts that do not parse. */
function* typedProblems(plan: FormPlan, state: FormState): Generator<Found> {
  for (const [key, { error }] of Object.entries(state.texts)) {
    const path = error === null ? null : pathOf(state, key);
    if (path !== null && error !== null && shownAt(plan, state, path).shown) yield { path, message: error };
  }
}

const outOfShape = new WeakMap<FormState, readonly Path[]>();

/** The values that the shape of the body does not take, where one is filled in. */
function outOfShapeIn(plan: FormPlan, state: FormState): readonly Path[] {
  const found =
    outOfShape.get(state) ??
    contractViolations(plan, state).flatMap(({ rule, path }) =>
      rule === "shape" && path.length > 0 && !isUnset(bodyAt(state.body, path)) ? [path] : [],
    );
  outOfShape.set(state, found);
  return found;
}

/**
 * The fields that are wrong in themselves: a text that is no value, a value out of range, a time that is over. What is missing, or does
 * not go with the fields beside it, is not among them: what it says can be told of all the same.
 */
export const invalidFields = (plan: FormPlan, state: FormState, env: FormEnv): readonly Path[] => [
  ...[...typedProblems(plan, state)].map(({ path }) => path),
  ...outOfShapeIn(plan, state),
  ...plan.fields.flatMap(({ required: _required, fits: _fits, ...byItself }) =>
    byItself.check === undefined
      ? []
      : pathsOf(state.body, byItself.path).filter((path) => planProblem(plan, state, env, byItself, path) !== null),
  ),
];

/** Emptied fields that cannot be cleared: a merging write keeps the stored value. Each message gives the alternative. */
const emptiedProblems = (plan: FormPlan, state: FormState): readonly Found[] =>
  emptiedIn(plan, state).map((name) => {
    const why =
      plan.fields.find(({ path }) => path === name)?.emptied ??
      "the service keeps the stored value of what is left out; enter one";
    return { path: [name], message: `cannot be cleared: ${why}` };
  });

function* secretProblems(plan: FormPlan, state: FormState): Generator<Found> {
  for (const [key, message] of Object.entries(state.secretErrors)) {
    const path = pathOf(state, key);
    if (path !== null) yield { path, message };
  }
  for (const key of state.lost) {
    const path = pathOf(state, key);
    if (path !== null && shownAt(plan, state, path).shown)
      yield { path, message: "Enter again; secrets are not saved" };
  }
  const sent = state.mode === "merge" ? sentNames(plan, state) : null;
  for (const { path, isKept, isKnown } of storedSecretsOf(plan, state.body)) {
    if (isKept || (sent !== null && !sent.includes(String(path[0])))) continue;
    const message = isKnown
      ? "Enter again or it will be lost; the service does not return secrets"
      : "Contains a masked secret that cannot be entered here; it would be lost";
    yield { path, message };
  }
}

/** Placeholder for secrets while the rest of a body is validated: they were validated when entered, and some are addresses. */
const standIn: SecretWriter = (secret) => (secret.isEmpty ? "" : "https://entered");

const SHAPE_RULES: readonly string[] = ["shape", "required", "unknown-field", "unknown-kind"];

/** Names of the contract rules that a form violates, and `emptied:` with the name of each emptied field that cannot be cleared. */
export const brokenRules = (plan: FormPlan, state: FormState): readonly string[] => [
  ...emptiedIn(plan, state).map((name) => `emptied:${name}`),
  ...contractViolations(plan, state).map(({ rule }) => rule),
];

/** Emptied fields that a merging write cannot clear. */
function emptiedIn(plan: FormPlan, state: FormState): readonly string[] {
  if (state.mode !== "merge") return [];
  // Fields that no longer apply were cleared by the form: not sending them is intended.
  return changedNames(plan, state).filter(
    (name) => cannotEmpty(plan, state, name) && shownAt(plan, state, [name]).shown,
  );
}

/**
 * Contract violations of the body that would be sent. Values that go back as received are no violations; a rule across fields counts if the received
 * document obeyed it, whichever of its fields was changed.
 */
function contractViolations(plan: FormPlan, state: FormState): readonly Violation[] {
  const { body } = plan.operation;
  if (body === null) return [];
  const sent = encodeBody(bodyOf(plan, state), standIn);
  const received = receivedJson(plan, state);
  if (received === null) return violationsOf(body, sent);
  const merged = encodeBody(withoutMasks(plan, state.body), standIn);
  const isRule = (violation: Violation): boolean => !SHAPE_RULES.includes(violation.rule);
  const stood = new Set(violationsOf(body, received).filter(isRule).map(nameOf));
  const ruled = [...violationsOf(body, sent), ...(state.mode === "merge" ? violationsOf(body, merged) : [])]
    .filter(isRule)
    .filter((violation) => {
      const from = basePathOf(state, violation.path);
      if (from === null || !stood.has(nameOf({ ...violation, path: from }))) return true;
      return !sameJson(valueAt(merged, violation.path), valueAt(received, from));
    });
  const shaped = violationsOf(body, sent, received).filter((violation) => !isRule(violation));
  // A merging write without a change has no body: what is stored lacks nothing for that.
  const isUnchanged = state.mode === "merge" && changedNames(plan, state).length === 0;
  const isStored = ({ rule, path }: Violation): boolean =>
    isUnchanged && rule === "required" && valueAt(merged, path) !== undefined;
  return [...shaped.filter((violation) => !isStored(violation)), ...ruled];
}

const nameOf = (violation: Violation): string => `${violation.rule} ${pathText(violation.path)}`;

/** The received document in the form in which it would be sent back, or null for a new thing. */
function receivedJson(plan: FormPlan, state: FormState): Json | null {
  if (state.base === null) return null;
  const kept: BodyObject = withoutMasks(plan, withoutReadOnly(plan, state.base));
  return encodeBody(kept, standIn);
}

/** Problems found by a plan. Among fields with the same message, only the changed ones are reported. */
function planProblems(plan: FormPlan, state: FormState, env: FormEnv): readonly Found[] {
  return plan.fields.flatMap((field) => {
    if (field.required === undefined && field.check === undefined && field.fits === undefined) return [];
    const found = pathsOf(state.body, field.path).flatMap((path) => planProblem(plan, state, env, field, path) ?? []);
    const changed = found.filter(({ path }) => !isAsReceived(state, path));
    return found.filter((one) => changed.includes(one) || changed.every(({ message }) => message !== one.message));
  });
}

const isAsReceived = (state: FormState, path: Path): boolean =>
  sameJson(bodyAt(state.body, path), baseValueOf(state, path));

function planProblem(plan: FormPlan, state: FormState, env: FormEnv, field: FieldPlan, path: Path): Found | null {
  if (isUnset(bodyAt(state.body, path))) return unsetProblem(plan, state, field, path);
  const message = shownAt(plan, state, path).shown ? checked(plan, state, env, field, path) : null;
  return message === null || stoodWrong(plan, state, env, field, path) ? null : { path, message: printable(message) };
}

/** Problem of an empty field of a plan, or null. */
function unsetProblem(plan: FormPlan, state: FormState, field: FieldPlan, path: Path): Found | null {
  if (!isUnset(bodyAt(state.body, path)) || !shownAt(plan, state, path).shown) return null;
  const needed = field.required?.(contextAt(plan, state, path)) ?? false;
  if (needed === false || stoodUnset(plan, state, field, path)) return null;
  return { path, message: needed === true ? "required" : printable(needed) };
}

/** Required fields that are empty: the state before a change cannot be restored. Secrets are excepted, because they can be entered again. */
export const unsetProblems = (plan: FormPlan, state: FormState): readonly Found[] => [
  ...emptiedProblems(plan, state),
  ...plan.fields.flatMap((field) =>
    pathsOf(state.body, field.path)
      .filter((path) => fieldAt(plan, state, path)?.kind !== "secret")
      .flatMap((path) => unsetProblem(plan, state, field, path) ?? []),
  ),
];

/** Message of a field's checks for the present value. */
function checked(plan: FormPlan, state: FormState, env: FormEnv, field: FieldPlan, path: Path): string | null {
  const value = bodyAt(state.body, path);
  const schema = schemaAt(shapeOfPlan(plan), state.body, path);
  const read = schema === undefined || value === undefined ? value : filledIn(schema, value);
  if (read === undefined) return null;
  return field.check?.(read, env) ?? field.fits?.(read, contextAt(plan, state, path)) ?? null;
}

/** The form as received, if the thing at a path was received too. */
function received(state: FormState, path: Path): { readonly state: FormState; readonly path: Path } | null {
  const from = basePathOf(state, path);
  return state.base === null || from === null ? null : { state: { ...state, body: state.base }, path: from };
}

/** True when a value is as received and failed its check then: it must not prevent other changes. */
function stoodWrong(plan: FormPlan, state: FormState, env: FormEnv, field: FieldPlan, path: Path): boolean {
  const before = received(state, path);
  return before !== null && isAsReceived(state, path) && checked(plan, before.state, env, field, before.path) !== null;
}

/**
 * True when the received document lacked a required value, too: the service accepted that. A merging write that sends its top-level field requires
 * it all the same.
 */
function stoodUnset(plan: FormPlan, state: FormState, field: FieldPlan, path: Path): boolean {
  const before = received(state, path);
  if (before === null || !isUnset(bodyAt(before.state.body, before.path))) return false;
  if (state.mode === "merge" && sentNames(plan, state).includes(String(path[0]))) return false;
  return (field.required?.(contextAt(plan, before.state, before.path)) ?? false) !== false;
}
