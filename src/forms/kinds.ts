import type { z } from "zod";
import { type BodyObject, type BodyValue, isBodyObject, type Path } from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";
import { withDependentFields } from "./dependent-fields.ts";
import { fieldAt, labelAt } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { isKeyWithin, keyOf } from "./keys.ts";
import { afterEdit, withoutEntriesBelow } from "./marks.ts";
import { bodyAt, withValue } from "./paths.ts";
import { contextAt, fieldPlanAt, isUnset, listPlanAt, shapeOfPlan } from "./plans.ts";
import { accepts, isSecretSchema, schemaAt, shapeOf, variantsIn } from "./schema/schema.ts";

/**
 * Changes the kind of a group (a notification's channel). Fields of both kinds are kept, the others are cleared and named in the notice; they return
 * when the former kind does. The identity is dropped: the service has no secret of the new kind stored under it.
 */
export function setKind(plan: FormPlan, state: FormState, path: Path, kind: string): FormState {
  const holder = path.slice(0, -1);
  const schema = schemaAt(shapeOfPlan(plan), state.body, holder);
  const variants = schema === undefined ? undefined : variantsIn(schema);
  const value = bodyAt(state.body, holder) ?? {};
  if (schema === undefined || variants === undefined || !isBodyObject(value)) return state;
  const next = variants.variants.get(kind);
  if (next === undefined || variants.discriminator !== path.at(-1)) return state;
  const former = shapeOf(schema, value);
  const formerKind = value[variants.discriminator];
  if (former === undefined && !isUnset(formerKind)) return state;
  if (formerKind === kind) return state;

  const key = keyOf(state, holder);
  const parkedKey = (name: string): string => `${key}?${name}`;
  const { kept, cleared } = divided(plan, state, holder, value, former, next, variants.discriminator);
  const returned = restored(state.parked[parkedKey(kind)], kept);
  const filled: BodyObject = { [variants.discriminator]: kind, ...kept, ...returned };
  const body = withValue(state.body, holder, withInitial(plan, state, holder, filled, next));
  const edited = afterEdit(state, keyOf(state, path));
  const label = fieldAt(plan, state, path)?.label ?? variants.discriminator;
  return withDependentFields(plan, state, {
    ...edited,
    body,
    texts: withoutEntriesBelow(state.texts, key),
    secretErrors: withoutEntriesBelow(state.secretErrors, key),
    lost: new Set([...state.lost].filter((lost) => !isKeyWithin(lost, key))),
    left: new Set([...state.left, keyOf(state, path)]),
    parked: typeof formerKind === "string" ? { ...state.parked, [parkedKey(formerKind)]: value } : state.parked,
    notice: cleared.length === 0 ? null : `Cleared because "${label}" changed: ${cleared.join(", ")}`,
  });
}

type Divided = { readonly kept: BodyObject; readonly cleared: readonly string[] };

/** Fields of a group that the new kind shares, and labels of those that it does not. */
function divided(
  plan: FormPlan,
  state: FormState,
  holder: Path,
  value: BodyObject,
  former: z.ZodObject | undefined,
  next: z.ZodObject,
  discriminator: string,
): Divided {
  const list = listPlanAt(plan, holder.slice(0, -1));
  const ofKind = [...(list?.ofKind ?? []), ...(list?.identity === undefined ? [] : [list.identity])];
  const kept: Record<string, BodyValue> = {};
  const cleared: string[] = [];
  for (const [name, child] of Object.entries(value)) {
    if (name === discriminator) continue;
    const wanted = ownValue(next.shape, name);
    const known = former === undefined ? undefined : ownValue(former.shape, name);
    const isShared = wanted !== undefined && (wanted === known || (!isSecretSchema(wanted) && accepts(wanted, child)));
    if (isShared && !ofKind.includes(name)) kept[name] = child;
    else if (!isUnset(child) && name !== list?.identity) cleared.push(labelAt(plan, state, [...holder, name]));
  }
  return { kept, cleared };
}

/** Parked values of a kind, without those that the group has now. */
const restored = (parked: BodyValue | undefined, kept: BodyObject): BodyObject =>
  isBodyObject(parked) ? Object.fromEntries(Object.entries(parked).filter(([name]) => !Object.hasOwn(kept, name))) : {};

function withInitial(plan: FormPlan, state: FormState, holder: Path, value: BodyObject, next: z.ZodObject): BodyObject {
  const filled: Record<string, BodyValue> = { ...value };
  const seen = { ...state, body: withValue(state.body, holder, value) };
  for (const name of Object.keys(next.shape)) {
    if (Object.hasOwn(filled, name)) continue;
    const path = [...holder, name];
    const initial = fieldPlanAt(plan, path)?.initial?.(contextAt(plan, seen, path));
    if (initial !== undefined) filled[name] = initial;
  }
  return filled;
}
