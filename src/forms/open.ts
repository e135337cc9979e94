import { type BodyObject, type JsonObject, type Path, sameJson } from "../contract/json.ts";
import { keyOf, tagged } from "./keys.ts";
import { covered, storedSecretsOf } from "./masks.ts";
import { pathsOf, withValue } from "./paths.ts";
import { shapeOfPlan } from "./plans.ts";
import { declaredOnly, nodesOf } from "./schema.ts";
import type { FormPlan, FormState } from "./types.ts";

/** How a form is opened: empty, from what an area fills in, or on the document received just now. */
export type FormStart =
  | { readonly mode: "create"; readonly initial?: BodyObject }
  | { readonly mode: "replace" | "merge"; readonly received: JsonObject };

/** A form as it is when it opens. */
export function openForm(plan: FormPlan, start: FormStart): FormState {
  if (start.mode === "create") return opened(plan, "create", null, start.initial ?? {});
  const base = covered(plan, start.received);
  return opened(plan, start.mode, base, lessReadOnly(plan, base));
}

function opened(plan: FormPlan, mode: FormState["mode"], base: BodyObject | null, given: BodyObject): FormState {
  const body = covered(plan, given);
  const { items, nextItem } = tagged(plan, body, { items: {}, nextItem: 0 }, (_list, index) =>
    base === null ? null : index,
  );
  const state: FormState = {
    planId: plan.id,
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

/** Something new has no stored secrets: what a copy brings as a mask has to be entered. */
function lessMasks(plan: FormPlan, state: FormState): FormState {
  const masks = storedSecretsOf(plan, state.body);
  let body = state.body;
  for (const { path } of masks) body = withValue(body, path, undefined);
  return { ...state, body, lost: new Set(masks.map(({ path }) => keyOf(state, path))) };
}

/** A received document less what only the service writes. */
export function lessReadOnly(plan: FormPlan, document: BodyObject): BodyObject {
  let body = document;
  for (const pattern of plan.readOnly ?? []) {
    for (const path of pathsOf(body, pattern)) body = withValue(body, path, undefined);
  }
  return body;
}

/**
 * A received document as the beginning of a new one: what the contract declares, less identities and response-only fields.
 * Pass it as `initial`; its stored secrets have to be entered again.
 */
export const copyOf = (plan: FormPlan, received: JsonObject): BodyObject => anewFrom(plan, covered(plan, received));

/** The same from a document that a form has, with what was filled in: secrets that were entered stay entered. */
export function anewFrom(plan: FormPlan, document: BodyObject): BodyObject {
  let body = lessReadOnly(plan, document);
  for (const list of plan.lists ?? []) {
    const { identity } = list;
    if (identity === undefined) continue;
    for (const path of pathsOf(body, `${list.path}[].${identity}`)) body = withValue(body, path, undefined);
  }
  const shape = shapeOfPlan(plan);
  for (const item of unknownItems(shape, body)) body = withValue(body, item, undefined);
  return declaredOnly(shape, body);
}

/** Items of a kind that the contract does not know, last first so that taking one out moves no other. */
const unknownItems = (shape: ReturnType<typeof shapeOfPlan>, body: BodyObject): readonly Path[] =>
  [...nodesOf(shape, body)]
    .filter((node) => node.kind === "value" && node.schema === undefined && typeof node.path.at(-1) === "number")
    .map((node) => node.path)
    .reverse();

/** Whether anything was changed or typed since the form opened. */
export function isDirty(plan: FormPlan, state: FormState): boolean {
  if (Object.keys(state.texts).length > 0) return true;
  if (state.base === null) return state.touched.size > 0;
  return !sameJson(state.body, lessReadOnly(plan, state.base));
}
