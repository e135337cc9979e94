import { type BodyObject, isBodyObject, type JsonObject, type Path, sameJson } from "../contract/json/json.ts";
import { type DialectId, takesUndeclared } from "../contract/wire/dialect.ts";
import { printable } from "../text/printable.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { keyOf, withItemTags } from "./keys.ts";
import { pathLabel } from "./labels.ts";
import { covered, storedSecretsOf } from "./masks.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import { listPlanOrDefault, shapeOfPlan } from "./plans.ts";
import { nodesOf, schemaAt, withoutRefusedNulls } from "./schema/schema.ts";

/** Start of a form: empty, with initial values from an area, or from the document just received. */
type FormStart =
  | { readonly mode: "create"; readonly initial?: BodyObject }
  | { readonly mode: "replace" | "merge"; readonly received: JsonObject };

/** The initial state of a form. */
export function openForm(plan: FormPlan, start: FormStart): FormState {
  if (start.mode === "create") return opened(plan, "create", null, start.initial ?? {});
  const base = covered(plan, start.received);
  return opened(plan, start.mode, base, withoutReadOnly(plan, base));
}

function opened(plan: FormPlan, mode: FormState["mode"], base: BodyObject | null, given: BodyObject): FormState {
  const body = covered(plan, given);
  const { items, nextItem } = withItemTags(plan, body, { items: {}, nextItem: 0 }, (_list, index) =>
    base === null ? null : index,
  );
  const state: FormState = {
    planId: plan.operation.id,
    mode,
    base,
    body,
    items,
    nextItem,
    texts: {},
    touched: new Set(),
    left: new Set(),
    lost: new Set(),
    secretErrors: {},
    parked: {},
    refused: [],
    refusal: null,
    notice: null,
    focus: null,
  };
  return mode === "create" ? lessMasks(plan, state) : state;
}

/** A new thing has no stored secrets: masks in a copy must be replaced by entered secrets. */
function lessMasks(plan: FormPlan, state: FormState): FormState {
  const masks = storedSecretsOf(plan, state.body);
  let body = state.body;
  for (const { path } of masks) body = withValue(body, path, undefined);
  return { ...state, body, lost: new Set(masks.map(({ path }) => keyOf(state, path))) };
}

/** The received document without response-only fields. */
export function withoutReadOnly(plan: FormPlan, document: BodyObject): BodyObject {
  let body = document;
  for (const pattern of plan.readOnly ?? []) {
    for (const path of pathsOf(body, pattern)) body = withValue(body, path, undefined);
  }
  return body;
}

/**
 * A received document as the start of a new one: without identities and response-only fields. Pass it as `initial`; its stored secrets must be
 * entered again. It includes fields that the contract does not know, as far as the service may accept them (`startOf`).
 */
export const copyOf = (plan: FormPlan, received: JsonObject): BodyObject => newBodyFrom(plan, covered(plan, received));

/** The same for the present document of a form: entered secrets stay entered. */
export function newBodyFrom(plan: FormPlan, document: BodyObject): BodyObject {
  let body = withoutReadOnly(plan, document);
  for (const list of plan.lists ?? []) {
    const { identity } = list;
    if (identity === undefined) continue;
    for (const path of pathsOf(body, `${list.path}[].${identity}`)) body = withValue(body, path, undefined);
  }
  return withoutRefusedNulls(shapeOfPlan(plan), body);
}

/** Initial body of a copy, and labels of the parts of the original that are left out. */
export type CreateStart = { readonly body: BodyObject; readonly leftOut: readonly string[] };

/**
 * A copy that a service of the dialect accepts. Fields that the contract does not know are included when undeclared fields may be sent, unless they
 * contain a masked secret, which nobody can enter again.
 */
export function startOf(plan: FormPlan, initial: BodyObject, dialect: DialectId = "specification"): CreateStart {
  const items = notTaken(plan, initial, dialect).filter((path) => typeof path.at(-1) === "number");
  const known = without(initial, items);
  const fields = notTaken(plan, known, dialect);
  const label = (body: BodyObject, path: Path): string => pathLabel(plan, { body, base: null, mode: "create" }, path);
  const summaries = items.map((path) => {
    const list = path.slice(0, -1);
    const item = bodyAt(initial, path);
    const summary = isBodyObject(item) ? listPlanOrDefault(plan, initial, list).summary(item) : "?";
    return printable(`${label(initial, list)} › ${summary}`);
  });
  return { body: without(known, fields), leftOut: [...summaries, ...fields.map((path) => label(known, path))] };
}

/** Last first, because removing an item moves those behind it. */
const without = (body: BodyObject, paths: readonly Path[]): BodyObject =>
  paths.toReversed().reduce((less, path) => withValue(less, path, undefined), body);

function notTaken(plan: FormPlan, body: BodyObject, dialect: DialectId): readonly Path[] {
  const shape = shapeOfPlan(plan);
  const secrets = takesUndeclared(dialect) ? storedSecretsOf(plan, body).filter(({ isKnown }) => !isKnown) : null;
  return (
    [...nodesOf(shape, body)]
      .filter(({ kind, schema }) => kind === "value" && schema === undefined)
      .map(({ path }) => path)
      // A declared field of an unknown kind stays: the form reports the error at the field.
      .filter((path) => typeof path.at(-1) === "number" || schemaAt(shape, body, path) === undefined)
      .filter((path) => secrets === null || secrets.some((secret) => isWithin(secret.path, path)))
  );
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((step, index) => path[index] === step);

/** True when anything was changed or typed since the form opened. */
export function isDirty(plan: FormPlan, state: FormState): boolean {
  if (Object.keys(state.texts).length > 0) return true;
  if (state.base === null) return state.touched.size > 0;
  return !sameJson(state.body, withoutReadOnly(plan, state.base));
}
