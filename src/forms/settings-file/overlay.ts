import type * as z from "zod";
import {
  type BodyObject,
  type BodyValue,
  encodeBody,
  isBodyObject,
  isList,
  sameJson,
} from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { maskTail, Secret } from "../../contract/secret.ts";
import { shownAt } from "../fields.ts";
import type { FormPlan } from "../form-plan.ts";
import { isCovered } from "../masks.ts";
import { isUnset, shapeOfPlan } from "../plans.ts";
import { elementOf, fieldSchema, isGroup, isSecretSchema, shapeOf } from "../schema/schema.ts";
import { hintsOf } from "../schema/schema-hints.ts";
import { KEPT_MASK, keptSecretEnd } from "./kind.ts";
import { pairsOfItems } from "./pair-items.ts";

/**
 * Applies a file's settings to a stored document. Internal fields (identities of list items), kept secrets and unknown fields stay; in a merging
 * write, fields that the file does not name stay as well.
 */

type Schema = z.core.$ZodType;

/** @param stored without response-only fields */
export function overlaid(plan: FormPlan, stored: BodyObject, settings: BodyObject): BodyObject {
  const isMerging = plan.operation.update === "merge";
  const made = group(shapeOfPlan(plan), stored, settings, isMerging);
  return isMerging ? lessEnded(plan, stored, made) : made;
}

/**
 * The document without stored fields that no longer apply: the form clears them (`withDependentFields`), and the service refuses them in this
 * combination (the destination of automatic exports that are off).
 */
function lessEnded(plan: FormPlan, stored: BodyObject, made: BodyObject): BodyObject {
  const isShown = (body: BodyObject, name: string): boolean =>
    shownAt(plan, { body, base: stored, mode: "merge" }, [name]).shown;
  const isEnded = (name: string): boolean =>
    sameJson(made[name], stored[name]) && isShown(stored, name) && !isShown(made, name);
  return Object.fromEntries(Object.entries(made).filter(([name]) => !isEnded(name)));
}

function group(schema: Schema, stored: BodyObject, settings: BodyObject, keepsUnnamed: boolean): BodyObject {
  const names = new Set([...Object.keys(stored), ...Object.keys(settings)]);
  const entries = [...names].flatMap((name): readonly (readonly [string, BodyValue])[] => {
    const [was, wanted] = [ownValue(stored, name), ownValue(settings, name)];
    const inner = fieldSchema(schema, settings, name) ?? fieldSchema(schema, stored, name);
    if (wanted !== undefined) return [[name, inner === undefined ? wanted : valueOver(inner, was, wanted)]];
    const isCarried =
      inner === undefined ||
      hintsOf(inner).internal === true ||
      keepsUnnamed ||
      saysNothing(was) ||
      isStoredSecret(inner, was) ||
      isUsual(inner, was);
    return was === undefined || !isCarried ? [] : [[name, was]];
  });
  return Object.fromEntries(entries);
}

/** A flag that is off and an empty value equal an absent one: the service fills them in. */
const saysNothing = (value: BodyValue | undefined): boolean => isUnset(value) || value === false;

/** The service keeps a stored secret that is omitted: a file cannot remove it either (`domain.md` 3.3). */
const isStoredSecret = (schema: Schema, value: BodyValue | undefined): boolean =>
  isSecretSchema(schema) && typeof value === "string" && isCovered(value);

/** True for the service's default: a file that omits the field means the same. */
function isUsual(schema: Schema, value: BodyValue | undefined): boolean {
  const { ghost, words } = hintsOf(schema);
  if (ghost === undefined || value === undefined || typeof value === "object") return false;
  return ghost === String(value) || ghost === words?.[String(value)];
}

function valueOver(schema: Schema, stored: BodyValue | undefined, wanted: BodyValue): BodyValue {
  if (isSecretSchema(schema)) return secretOver(stored, wanted);
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && isList(wanted)) {
    return listOver(element, isList(stored) ? stored : [], wanted);
  }
  if (!isGroup(schema) || !isBodyObject(wanted)) return wanted;
  return group(schema, isBodyObject(stored) && isOfOneKind(schema, stored, wanted) ? stored : {}, wanted, false);
}

const isOfOneKind = (schema: Schema, stored: BodyObject, wanted: BodyObject): boolean =>
  shapeOf(schema, stored) === shapeOf(schema, wanted);

/**
 * Only the last characters of a stored secret are known: a secret with the same end counts as the same, and one with a fully hidden mask stays as
 * stored. Otherwise, every apply would write it again.
 */
function secretOver(stored: BodyValue | undefined, wanted: BodyValue): BodyValue {
  if (typeof stored !== "string" || !isCovered(stored)) return wanted;
  const tail = maskTail(stored);
  const end = keptSecretEnd(wanted);
  if (end !== null && end !== "") return end === tail ? stored : wanted;
  if (typeof wanted === "string") return isCovered(wanted) ? stored : wanted;
  if (!(wanted instanceof Secret)) return wanted;
  return tail === "" || wanted.reveal().endsWith(tail) ? stored : wanted;
}

/** True for an item of an unknown kind: files do not contain it, and it keeps its position. */
const isUnknown = (element: Schema, item: BodyValue): boolean =>
  !isBodyObject(item) || shapeOf(element, item) === undefined;

function listOver(element: Schema, stored: readonly BodyValue[], wanted: readonly BodyValue[]): readonly BodyValue[] {
  const known = stored.filter((item) => !isUnknown(element, item));
  const pairs = pairsOfItems(element, known, wanted, (item) => settingsIn(element, item));
  const made = wanted.map((item, index) => {
    const from = pairs[index] ?? null;
    const was = from === null ? undefined : known[from];
    return isBodyObject(item)
      ? group(element, isBodyObject(was) && isOfOneKind(element, was, item) ? was : {}, item, false)
      : item;
  });
  return stored.reduce<readonly BodyValue[]>(
    (list, item, index) =>
      isUnknown(element, item) && !wanted.some((other) => isUnknown(element, other))
        ? list.toSpliced(Math.min(index, list.length), 0, item)
        : list,
    made,
  );
}

/** The fields of an item that a file names, for matching. Secrets are ignored, because most are hidden. */
function settingsIn(element: Schema, item: BodyValue): BodyValue {
  if (!isBodyObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): readonly (readonly [string, BodyValue])[] => {
      const inner = fieldSchema(element, item, name);
      if (inner === undefined || hintsOf(inner).internal === true) return [];
      if (saysNothing(value) || isUsual(inner, value)) return [];
      return [[name, isSecretSchema(inner) ? KEPT_MASK : value]];
    }),
  );
}

/** A document without secrets, for comparing and for storing. */
export const encodeWithoutSecrets = (settings: BodyObject) => encodeBody(settings, () => KEPT_MASK);
