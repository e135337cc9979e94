import type * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject, type JsonObject, type Path } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { namesOf } from "../layout.ts";
import { covered } from "../masks.ts";
import { lessReadOnly } from "../open.ts";
import { isList } from "../paths.ts";
import { isUnset, shapeOfPlan } from "../plans.ts";
import { accepts, elementOf, fieldSchema, isGroup, isRequired, shapeOf } from "../schema/schema.ts";
import { hintsOf } from "../schema/schema-hints.ts";
import type { NamedThings, SettingsFileKind } from "./kind.ts";
import { withNames } from "./references.ts";

/** What of a stored document a file has: what somebody set, in the order of the form, with names in place of ids. */

type Schema = z.core.$ZodType;

/** What the program carries along by itself is no setting; what the service cannot do without is. */
export const isCarried = (schema: Schema): boolean => hintsOf(schema).internal === true && !isRequired(schema);

/** @param document as it was received, in the terms of the kind's body */
export function settingsOf(kind: SettingsFileKind, document: JsonObject, named: NamedThings): BodyObject {
  const { plan } = kind;
  const body = lessReadOnly(plan, covered(plan, document));
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
      // A list says something empty as well where it has to be there (a schedule without items), and where what is not named stays as it is:
      // without `copySettings: []` a file takes any copies.
      const isSaid = isList(set) && (isRequired(inner) || (path.length === 0 && plan.operation.update === "merge"));
      return isUnset(set) && !isSaid ? [] : [[name, set]];
    }),
  );
}

/** A 0 that the service tells and does not take: nothing is set (`restoreWindowDays`: a window of no days). */
const isOff = (schema: Schema, value: BodyValue): boolean =>
  value === 0 && !isRequired(schema) && !accepts(schema, value);

function settingIn(plan: Plan, schema: Schema, value: BodyValue, path: Path): BodyValue {
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && isList(value)) {
    // Of a kind that is not known here nothing can be said: it stays at the service as it is.
    return value.flatMap((item, index) =>
      isBodyObject(item) && shapeOf(element, item) !== undefined
        ? [settingsIn(plan, element, item, [...path, index])]
        : [],
    );
  }
  return isGroup(schema) && isBodyObject(value) ? settingsIn(plan, schema, value, path) : value;
}
