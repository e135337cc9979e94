import * as z from "zod";
import { type BodyObject, encodeBody, isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { keyOf, tagged } from "./keys.ts";
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

/** A form as a draft kept it, or null for what is no draft of this plan. */
export function restoreDraft(plan: FormPlan, json: Json): FormState | null {
  const read = DraftShape.safeParse(json);
  if (!read.success || read.data.planId !== plan.id || !isJsonObject(json)) return null;
  const base = json["base"];
  const body = json["body"];
  if (!isJsonObject(body) || !(base === null || isJsonObject(base))) return null;
  const { mode, items, nextItem, texts, touched, left, lost } = read.data;
  if ((mode === "create") !== (base === null)) return null;
  const fresh = openForm(
    plan,
    base === null ? { mode: "create" } : { mode: mode === "create" ? "merge" : mode, received: base },
  );
  return {
    ...fresh,
    body,
    ...tagged(plan, body, { items, nextItem }, () => null),
    texts,
    touched: new Set(touched),
    left: new Set(left),
    lost: new Set(lost),
  };
}
