import type * as z from "zod";
import {
  type BodyObject,
  type BodyValue,
  isBodyObject,
  isList,
  type JsonObject,
  type Path,
} from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { namesOf } from "../layout.ts";
import { covered } from "../masks.ts";
import { withoutReadOnly } from "../open.ts";
import { isUnset, shapeOfPlan } from "../plans.ts";
import { accepts, elementOf, fieldSchema, isGroup, isRequired, shapeOf } from "../schema/schema.ts";
import { hintsOf } from "../schema/schema-hints.ts";
import type { NamedThings, SettingsFileKind } from "./kind.ts";
import { withNames } from "./references.ts";

/** Extracts the settings for a file from a stored document: what somebody set, in form order, with names instead of ids. */

type Schema = z.core.$ZodType;

/** True for internal fields, which are not settings unless the service requires them. */
export const isCarried = (schema: Schema): boolean => hintsOf(schema).internal === true && !isRequired(schema);

/** @param document as received, with the fields of the kind's body */
export function settingsOf(kind: SettingsFileKind, document: JsonObject, named: NamedThings): BodyObject {
  const { plan } = kind;
  const body = withoutReadOnly(plan, covered(plan, document));
  const settings = settingsIn(plan, shapeOfPlan(plan), body, []);
  const kept = Object.entries(settings).filter(([name]) => !kind.notSettings.includes(name));
  return withNames(kind, Object.fromEntries(kept), named);
}

type Plan = SettingsFileKind["plan"];

function settingsIn(plan: Plan, schema: Schema, value: BodyObject, path: Path): BodyObject {
  return Object.fromEntries(
    namesOf(plan, schema, value, path).flatMap((name): readonly (readonly [string, BodyValue])[] => {
      const inner = fieldSchema(schema, value, name);
      const child = ownValue(value, name);
      if (inner === undefined || child === undefined || isCarried(inner) || isOff(inner, child)) return [];
      const set = settingIn(plan, inner, child, [...path, name]);
      // An empty list is written when it is required (a schedule without items), and in merging writes, where unnamed
      // fields stay unchanged: without `copySettings: []`, a file accepts any copies.
      const isSaid = isList(set) && (isRequired(inner) || (path.length === 0 && plan.operation.update === "merge"));
      return isUnset(set) && !isSaid ? [] : [[name, set]];
    }),
  );
}

/** True for a 0 that the service returns and does not accept: nothing is set (`restoreWindowDays`: a window of no days). */
const isOff = (schema: Schema, value: BodyValue): boolean =>
  value === 0 && !isRequired(schema) && !accepts(schema, value);

function settingIn(plan: Plan, schema: Schema, value: BodyValue, path: Path): BodyValue {
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && isList(value)) {
    // Items of an unknown kind are left out: they stay at the service unchanged.
    return value.flatMap((item, index) =>
      isBodyObject(item) && shapeOf(element, item) !== undefined
        ? [settingsIn(plan, element, item, [...path, index])]
        : [],
    );
  }
  return isGroup(schema) && isBodyObject(value) ? settingsIn(plan, schema, value, path) : value;
}
