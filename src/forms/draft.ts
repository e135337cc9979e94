import * as z from "zod";
import { type BodyObject, encodeBody, isJsonObject, type Json, type JsonObject } from "../contract/json/json.ts";
import { setValue } from "./edit.ts";
import { isKeyWithin, keyOf, tagged } from "./keys.ts";
import { enteredSecretsOf } from "./masks.ts";
import { openForm } from "./open.ts";
import { withValue } from "./paths.ts";
import type { Draft, FormPlan, FormState } from "./types.ts";

/**
 * A form on disk, kept from the first keystroke on. It holds no secret: where one was entered, the restored form says that it
 * enter it again. The received document goes with it, so that a later change by somebody else is still seen.
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

const Typed = z.strictObject({ text: z.string(), error: z.string().nullable(), note: z.string().nullable() });
const Tag = z.strictObject({ key: z.int().min(0), from: z.int().min(0).nullable() });
const DraftShape = z.object({
  version: z.literal(1),
  planId: z.string(),
  mode: z.enum(["create", "replace", "merge"]),
  items: z.record(z.string(), z.array(Tag)),
  nextItem: z.int().min(0),
  texts: z.record(z.string(), Typed),
  touched: z.array(z.string()),
  left: z.array(z.string()),
  lost: z.array(z.string()),
});

/**
 * A form as a draft kept it, or null for what is no draft of this plan.
 *
 * @param initial what a new thing begins with now: it counts for every field that nobody filled in (docs/decisions/0009)
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
    ...tagged(plan, body, { items, nextItem }, () => null),
    texts,
    touched: new Set(touched),
    left: new Set(left),
    lost: new Set(lost),
  };
  return mode === "create" ? filledInAgain(plan, fresh, kept) : kept;
}

/**
 * A new thing as it begins now, with what was filled in before on top: what it began with then (the latest snapshot, a time) is not what
 * anybody chose. A group or a list in which one field was filled in is taken as a whole, as its fields fit each other.
 */
function filledInAgain(plan: FormPlan, fresh: FormState, kept: FormState): FormState {
  const names = [...new Set([...kept.touched].flatMap((key) => /^[^.#]+/u.exec(key)?.[0] ?? []))];
  const isFilledIn = (key: string): boolean => names.some((name) => isKeyWithin(key, name));
  let state = fresh;
  // Twice: a field that is filled in later may clear one before it, or bring it another value.
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
    ...tagged(plan, body, { items, nextItem }, () => null),
    lost: new Set([...[...fresh.lost].filter((key) => !isFilledIn(key)), ...[...kept.lost].filter(isFilledIn)]),
  };
}
