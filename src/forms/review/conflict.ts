import {
  type BodyObject,
  type BodyValue,
  isBodyObject,
  isList,
  type JsonObject,
  type Path,
} from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { printable } from "../../text/printable.ts";
import { type Field, fieldAt, labelAt } from "../fields.ts";
import type { FormEnv, FormPlan } from "../form-plan.ts";
import type { FormState } from "../form-state.ts";
import { isKeyWithin, withItemTags } from "../keys.ts";
import { pathLabel } from "../labels.ts";
import { namesOf } from "../layout.ts";
import { covered } from "../masks.ts";
import { withNewItems } from "../new-items.ts";
import { withoutReadOnly } from "../open.ts";
import { bodyAt } from "../paths.ts";
import { listPlanOrDefault, shapeOfPlan } from "../plans.ts";
import { entryOf, isGroup, schemaAt } from "../schema/schema.ts";
import { hintsOf } from "../schema/schema-hints.ts";
import { formatSet } from "../values/values.ts";
import { type Choices, type Difference, type Sides, threeWay } from "./three-way.ts";

/** Changes by somebody else while a form was open, and the choices for merging them. */

/** A field that the service changed while the form was open. `id` is its key in the choices of `rebase`. */
export type ConflictField = {
  readonly id: string;
  readonly label: string;
  /** As text; null when the field or item is absent. */
  readonly opened: string | null;
  readonly service: string | null;
  readonly yours: string | null;
  /** An item of a list or an entry of a record, which is removed where it is absent; a field is not set. */
  readonly isEntry: boolean;
  /** Both changed it, to different values: a person has to choose. Otherwise the service's value is taken. */
  readonly both: boolean;
};

export type Conflict = { readonly fields: readonly ConflictField[]; readonly choices: number };

/**
 * Differences between the document as opened and the present one, each in its three versions; null when there are none. Response-only fields and
 * masks are not compared.
 */
export function conflictOf(plan: FormPlan, state: FormState, current: JsonObject, env: FormEnv): Conflict | null {
  if (state.base === null) return null;
  const base = withoutReadOnly(plan, state.base);
  const theirs = withoutReadOnly(plan, covered(plan, current));
  const { differences } = threeWay(plan, state, base, theirs, {});
  if (differences.length === 0) return null;
  const fields = differences.map((difference) =>
    fieldOf(plan, state, env, { base, theirs, mine: state.body }, difference),
  );
  return { fields, choices: fields.filter((field) => field.both).length };
}

function fieldOf(plan: FormPlan, state: FormState, env: FormEnv, sides: Sides, difference: Difference): ConflictField {
  const { id, both } = difference;
  const words = (body: BodyObject, path: Path | null): string | null => {
    const value = path === null ? undefined : bodyAt(body, path);
    return path === null || value === undefined || value === null
      ? null
      : formatValueAt(plan, { ...state, body }, env, path, value);
  };
  const side = difference.mine !== null ? "mine" : difference.theirs !== null ? "theirs" : "base";
  const path = difference[side] ?? [];
  const holder = schemaAt(shapeOfPlan(plan), sides[side], path.slice(0, -1));
  return {
    id,
    label: pathLabel(plan, { ...state, body: sides[side] }, path),
    opened: words(sides.base, difference.base),
    service: words(sides.theirs, difference.theirs),
    yours: words(sides.mine, difference.mine),
    isEntry: typeof path.at(-1) === "number" || (holder !== undefined && entryOf(holder) !== undefined),
    both,
  };
}

/** A value as text: items by their summaries, a group by its fields. */
function formatValueAt(plan: FormPlan, seen: FormState, env: FormEnv, path: Path, value: BodyValue): string {
  const isItem = typeof path.at(-1) === "number";
  const list = listPlanOrDefault(plan, seen.body, isItem ? path.slice(0, -1) : path);
  if (isItem && isBodyObject(value)) return printable(list.summary(value));
  if (isList(value) && value.some(isBodyObject)) {
    return printable(value.filter(isBodyObject).map(list.summary).join("; "));
  }
  const field = fieldAt(plan, seen, path);
  return field !== null && isGroup(field.schema) && isBodyObject(value)
    ? formatGroup(plan, seen, env, field, value)
    : formatSet(field, value, env);
}

/** Fields of a group that have a value, with labels: `Retention 20, Unit days`. */
function formatGroup(
  plan: FormPlan,
  seen: FormState,
  env: FormEnv,
  { schema, path }: Field,
  group: BodyObject,
): string {
  const names = new Set([...namesOf(plan, schema, group, path), ...Object.keys(group)]);
  return [...names]
    .flatMap((name) => {
      const at = [...path, name];
      const value = ownValue(group, name);
      const field = fieldAt(plan, seen, at);
      const isSaid =
        value !== undefined && value !== null && (field === null || hintsOf(field.schema).internal !== true);
      return isSaid ? [`${printable(labelAt(plan, seen, at))} ${formatValueAt(plan, seen, env, at, value)}`] : [];
    })
    .join(", ");
}

/**
 * Rebases the form on the present document: changes by the service are merged, changes made here stay, and a field changed by both follows `choices`
 * (by the id of the conflict; `mine` without a choice).
 */
export function rebase(plan: FormPlan, state: FormState, current: JsonObject, choices: Choices = {}): FormState {
  if (state.base === null) return state;
  const base = covered(plan, current);
  const merged = threeWay(plan, state, withoutReadOnly(plan, state.base), withoutReadOnly(plan, base), choices);
  const theirs = merged.differences.filter(({ id, both }) => !both || choices[id] === "theirs").map(({ id }) => id);
  const isTheirs = (key: string): boolean => theirs.some((id) => isKeyWithin(key, id));
  return withNewItems(plan, {
    ...state,
    base,
    body: merged.body,
    ...withItemTags(plan, merged.body, merged, (_list, index) => index),
    texts: Object.fromEntries(Object.entries(state.texts).filter(([key]) => !isTheirs(key))),
    lost: new Set([...state.lost].filter((key) => !isTheirs(key))),
    refused: [],
    refusal: null,
    notice:
      theirs.length === 0
        ? null
        : `Merged from the service: ${theirs.length} ${theirs.length === 1 ? "change" : "changes"}`,
    focus: null,
  });
}
