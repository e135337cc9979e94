import * as z from "zod";
import { type BodyObject, encodeBody, isJsonObject, type Json, type JsonObject } from "../contract/json/json.ts";
import { setValue } from "./edit.ts";
import type { FormMode, FormPlan } from "./form-plan.ts";
import type { FormState, ItemTag, Typed } from "./form-state.ts";
import { isKeyWithin, keyOf, withItemTags } from "./keys.ts";
import { enteredSecretsOf } from "./masks.ts";
import { openForm } from "./open.ts";
import { withValue } from "./paths.ts";

/** A form on disk, as JSON without secrets. */
type Draft = {
  readonly version: 1;
  readonly planId: string;
  readonly mode: FormMode;
  readonly base: JsonObject | null;
  readonly body: JsonObject;
  readonly items: Readonly<Record<string, readonly ItemTag[]>>;
  readonly nextItem: number;
  readonly texts: Readonly<Record<string, Typed>>;
  readonly touched: readonly string[];
  readonly left: readonly string[];
  readonly lost: readonly string[];
};

/**
 * Persists a form, from the first keystroke on. A draft contains no secrets: the restored form asks to enter them again. It includes the received
 * document, so that a later change by somebody else is still detected.
 */
export function draftOf(state: FormState): Draft {
  const entered = [...enteredSecretsOf(state.body)].map(({ path }) => keyOf(state, path));
  return {
    version: 1,
    planId: state.planId,
    mode: state.mode,
    base: state.base === null ? null : lessSecrets(state.base),
    body: lessSecrets(state.body),
    items: state.items,
    nextItem: state.nextItem,
    texts: state.texts,
    touched: [...state.touched],
    left: [...state.left],
    lost: [...new Set([...state.lost, ...entered])],
  };
}

function lessSecrets(body: BodyObject): JsonObject {
  let less = body;
  for (const { path } of [...enteredSecretsOf(body)].toReversed()) less = withValue(less, path, undefined);
  const json = encodeBody(less, String);
  return isJsonObject(json) ? json : {};
}

const StoredTyped = z.strictObject({ text: z.string(), error: z.string().nullable(), note: z.string().nullable() });
const Tag = z.strictObject({ key: z.int().min(0), from: z.int().min(0).nullable() });
const DraftShape = z.object({
  version: z.literal(1),
  planId: z.string(),
  mode: z.enum(["create", "replace", "merge"]),
  items: z.record(z.string(), z.array(Tag)),
  nextItem: z.int().min(0),
  texts: z.record(z.string(), StoredTyped),
  touched: z.array(z.string()),
  left: z.array(z.string()),
  lost: z.array(z.string()),
});

/**
 * Restores a form from a draft; null when the JSON is no draft of this plan.
 *
 * @param initial present initial body of a new thing: it applies to every field that nobody filled in (docs/decisions/0009)
 */
export function restoreDraft(plan: FormPlan, json: Json, initial: BodyObject = {}): FormState | null {
  const read = DraftShape.safeParse(json);
  if (!read.success || read.data.planId !== plan.operation.id || !isJsonObject(json)) return null;
  const base = json["base"];
  const body = json["body"];
  if (!isJsonObject(body) || !(base === null || isJsonObject(base))) return null;
  const { mode, items, nextItem, texts, touched, left, lost } = read.data;
  if ((mode === "create") !== (base === null)) return null;
  const fresh = openForm(
    plan,
    base === null ? { mode: "create", initial } : { mode: mode === "create" ? "merge" : mode, received: base },
  );
  const kept: FormState = {
    ...fresh,
    body,
    ...withItemTags(plan, body, { items, nextItem }, () => null),
    texts,
    touched: new Set(touched),
    left: new Set(left),
    lost: new Set(lost),
  };
  return mode === "create" ? filledInAgain(plan, fresh, kept) : kept;
}

/**
 * A new thing with its present initial values, and the entered values on top: former initial values (the latest snapshot, a time) were not chosen by
 * anybody. A group or a list with an entered field is taken from the draft as a whole, because its fields belong together.
 */
function filledInAgain(plan: FormPlan, fresh: FormState, kept: FormState): FormState {
  const names = [...new Set([...kept.touched].flatMap((key) => /^[^.#]+/u.exec(key)?.[0] ?? []))];
  const isFilledIn = (key: string): boolean => names.some((name) => isKeyWithin(key, name));
  let state = fresh;
  // Twice: setting a later field may clear or change an earlier one.
  for (const name of [...names, ...names]) state = setValue(plan, state, [name], kept.body[name]);
  const body = names.reduce((next, name) => withValue(next, [name], kept.body[name]), state.body);
  const items = Object.fromEntries([
    ...Object.entries(fresh.items).filter(([key]) => !isFilledIn(key)),
    ...Object.entries(kept.items).filter(([key]) => isFilledIn(key)),
  ]);
  const nextItem = Math.max(fresh.nextItem, kept.nextItem);
  return {
    ...kept,
    body,
    ...withItemTags(plan, body, { items, nextItem }, () => null),
    lost: new Set([...[...fresh.lost].filter((key) => !isFilledIn(key)), ...[...kept.lost].filter(isFilledIn)]),
  };
}
