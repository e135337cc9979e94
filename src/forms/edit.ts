import { type BodyObject, type BodyValue, isBodyObject, type Path, sameJson } from "../contract/json/json.ts";
import { isMask, Secret } from "../contract/secret.ts";
import { parkedAt, unsetAt, withDependentFields } from "./dependent-fields.ts";
import { type Field, fieldAt, shownAt } from "./fields.ts";
import type { FormEnv, FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { baseValueOf, keyOf } from "./keys.ts";
import { setKind } from "./kinds.ts";
import { removeItem } from "./lists.ts";
import { afterEdit, withoutEntriesBelow } from "./marks.ts";
import { isCovered } from "./masks.ts";
import { bodyAt, withValue } from "./paths.ts";
import { contextAt } from "./plans.ts";
import { filledIn } from "./schema/form-values.ts";
import { isGroup, isListOfGroups, textProblem, withRequiredLists } from "./schema/schema.ts";
import { storedIfSameJson } from "./stored-texts.ts";
import { parseTime } from "./values/timestamp.ts";
import { parseText, timeOptions } from "./values/values.ts";

/** Edits of single fields. Every function returns a new state; a path that the form does not have changes nothing. */

/**
 * Sets typed text. Text that parses becomes the value at once, and stays as typed until the field is left; other text keeps the former value and
 * stores an error. Empty text unsets the field.
 */
export function setText(plan: FormPlan, state: FormState, path: Path, text: string, env: FormEnv): FormState {
  const field = fieldAt(plan, state, path);
  if (field === null || isStructure(field)) return state;
  if (field.kind === "secret") return enterSecret(plan, state, path, text);
  const key = keyOf(state, path);
  const isEmpty = text.trim() === "";
  const parsed = isEmpty ? null : parseText(field, text, env);
  if (field.isKind) return parsed?.ok === true ? setKind(plan, state, path, String(parsed.value)) : state;
  const error = parsed === null || parsed.ok ? null : parsed.message;
  const typed = { text, error, note: noteOf(field, text, env) };
  const edited = { ...afterEdit(state, key), texts: { ...state.texts, [key]: typed } };
  if (error !== null) return edited;
  return withDependentFields(
    plan,
    state,
    withBrought(
      plan,
      state,
      field,
      edited,
      parsed?.ok === true ? storedIfSameJson(field, baseValueOf(state, path), parsed.value) : undefined,
    ),
  );
}

/** Groups and lists of groups are edited through their fields and items, unless a plan makes them a single field. */
const isStructure = (field: Field): boolean =>
  field.plan?.kind === undefined && (isGroup(field.schema) || isListOfGroups(field.schema));

function noteOf(field: Field, text: string, env: FormEnv): string | null {
  if (field.kind !== "timestamp") return null;
  const time = parseTime(text, { ...timeOptions(field, env), forever: true });
  return time.ok ? time.note : null;
}

/** Sets a value that was chosen rather than typed: a toggle, a list of choices, JSON. Undefined unsets the field. */
export function setValue(plan: FormPlan, state: FormState, path: Path, value: BodyValue | undefined): FormState {
  const field = fieldAt(plan, state, path);
  if (field === null) return state;
  if (field.isKind) return typeof value === "string" ? setKind(plan, state, path, value) : state;
  // An item is removed with its tag, because the following items move up.
  if (value === undefined && typeof path.at(-1) === "number" && isGroup(field.schema))
    return removeItem(plan, state, path);
  if (field.kind === "secret" && !(value instanceof Secret)) {
    return enterSecret(plan, state, path, typeof value === "string" ? value : "");
  }
  const key = keyOf(state, path);
  const edited = afterEdit(state, key);
  const changed = {
    ...edited,
    items: withoutEntriesBelow(state.items, key),
    texts: withoutEntriesBelow(state.texts, key),
    left: new Set([...state.left, key]),
  };
  return withDependentFields(
    plan,
    state,
    withBrought(plan, state, field, changed, storedIfSameJson(field, baseValueOf(state, path), value)),
  );
}

/** The state with a field's new value, and the values that it brings to other fields of its group. */
function withBrought(
  plan: FormPlan,
  state: FormState,
  { path, schema, plan: planned }: Field,
  edited: FormState,
  value: BodyValue | undefined,
): FormState {
  const next = { ...edited, body: bodyWith(plan, state, path, value) };
  const chosen = filledIn(schema, value);
  if (chosen === undefined || planned?.brings === undefined || sameJson(value, bodyAt(state.body, path))) return next;
  const holder = path.slice(0, -1);
  let { body, texts } = next;
  // Values that a choice brings count as touched: a draft keeps them together.
  const touched = new Set(next.touched);
  for (const [name, brought] of Object.entries(planned.brings(chosen, contextAt(plan, state, path)))) {
    const beside = [...holder, name];
    // A parked value comes back by itself, when its field is shown again.
    if (parkedAt(plan, state, beside) !== undefined && !shownAt(plan, state, beside).shown) continue;
    body = withValue(body, beside, brought);
    texts = withoutEntriesBelow(texts, keyOf(state, beside));
    touched.add(keyOf(state, beside));
  }
  return { ...next, body, texts, touched };
}

/** Removes a field that the contract does not know, or restores its received value. */
export const removeUnknown = (plan: FormPlan, state: FormState, path: Path): FormState =>
  fieldAt(plan, state, path) === null
    ? { ...afterEdit(state, keyOf(state, path)), body: withValue(state.body, path, baseValueOf(state, path)) }
    : state;

/** Call when a field loses the focus: its errors may be shown, and text that parses is shown as the value. */
export function leaveField(plan: FormPlan, state: FormState, path: Path): FormState {
  if (fieldAt(plan, state, path) === null) return state;
  const key = keyOf(state, path);
  const left = new Set([...state.left, key]);
  if (state.texts[key] === undefined || state.texts[key].error !== null) return { ...state, left, focus: null };
  return { ...state, left, focus: null, texts: withoutEntriesBelow(state.texts, key) };
}

/** Sets a secret. Empty text undoes the entry: a stored secret, if there is one, is kept again. */
export function enterSecret(plan: FormPlan, state: FormState, path: Path, text: string): FormState {
  const field = fieldAt(plan, state, path);
  if (field?.kind !== "secret") return state;
  const key = keyOf(state, path);
  const edited = afterEdit(state, key);
  if (text === "") {
    const body = bodyWith(plan, state, path, storedMask(state, path));
    return withDependentFields(plan, state, {
      ...edited,
      body,
      secretErrors: withoutEntriesBelow(state.secretErrors, key),
    });
  }
  const complaint = isMask(text)
    ? "Masked value: enter the secret itself, or keep the stored one"
    : textProblem(field.schema, text);
  const secretErrors = withoutEntriesBelow(state.secretErrors, key);
  return withDependentFields(plan, state, {
    ...edited,
    body: bodyWith(plan, state, path, new Secret(text)),
    lost: new Set([...state.lost].filter((lost) => lost !== key)),
    secretErrors: complaint === null ? secretErrors : { ...secretErrors, [key]: complaint },
  });
}

/** Keeps the stored secret, or goes on without one when none is stored. */
export function keepSecret(plan: FormPlan, state: FormState, path: Path): FormState {
  const key = keyOf(state, path);
  const next = enterSecret(plan, state, path, "");
  return { ...next, lost: new Set([...state.lost].filter((lost) => lost !== key)) };
}

function storedMask(state: FormState, path: Path): string | undefined {
  const stored = baseValueOf(state, path);
  return typeof stored === "string" && isCovered(stored) ? stored : undefined;
}

/** The body with a field's value. A group that comes into being with it gets its required lists. */
function bodyWith(plan: FormPlan, state: FormState, path: Path, value: BodyValue | undefined): BodyObject {
  if (value === undefined) return unsetAt(plan, state, path);
  const body = withValue(state.body, path, value);
  const above = path.slice(0, -1);
  const group = bodyAt(body, above);
  if (above.length === 0 || bodyAt(state.body, above) !== undefined || !isBodyObject(group)) return body;
  return withValue(body, above, withRequiredLists(fieldAt(plan, { ...state, body }, above)?.schema, group));
}
