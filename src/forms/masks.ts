import type * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject, isList, type Path } from "../contract/json/json.ts";
import { isMask, Secret } from "../contract/secret.ts";
import type { FormPlan } from "./form-plan.ts";
import { objectAt } from "./paths.ts";
import { listPlanAt } from "./plans.ts";
import { accepts, holdsOthers, isSecretSchema, nodesOf, schemaAt } from "./schema/schema.ts";

/**
 * Masked secrets. The service returns `****c77a` instead of a stored secret. A mask is never sent: sending an item's identity without the secret
 * keeps the stored one (`domain.md` 3.3).
 */

/** A mask in a body: its path, and whether the service can keep the secret behind it. */
type StoredSecret = {
  readonly path: Path;
  readonly mask: string;
  /** True when its item has the identity by which the service finds the stored secret. */
  readonly isKept: boolean;
  /** True when the contract declares the field: a person can enter the secret again. */
  readonly isKnown: boolean;
};

/** True for text in place of a secret. Addresses are only partly masked. */
export const isCovered = (text: string): boolean => isMask(text) || text.includes("****");

/** All masks in a body, also in fields that the contract does not know. */
export function storedSecretsOf(plan: FormPlan, body: BodyObject): readonly StoredSecret[] {
  const schema = plan.operation.body?.shape;
  if (schema === undefined) return [];
  const found: StoredSecret[] = [];
  for (const node of nodesOf(schema, body)) {
    if (node.kind !== "value") continue;
    if (node.schema === undefined) {
      for (const { path, text } of masksIn(node.value, node.path)) {
        found.push({ path, mask: text, isKept: hasIdentity(plan, body, path), isKnown: false });
      }
    } else if (typeof node.value === "string" && isSecretSchema(node.schema) && isCovered(node.value)) {
      found.push({ path: node.path, mask: node.value, isKept: hasIdentity(plan, body, node.path), isKnown: true });
    }
  }
  return found;
}

function* masksIn(value: BodyValue, path: Path): Generator<{ path: Path; text: string }> {
  if (typeof value === "string") {
    if (isMask(value)) yield { path, text: value };
  } else if (isList(value)) {
    for (const [index, item] of value.entries()) yield* masksIn(item, [...path, index]);
  } else if (isBodyObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* masksIn(item, [...path, name]);
  }
}

/** True when the nearest list item around a path has its identity. */
function hasIdentity(plan: FormPlan, body: BodyObject, path: Path): boolean {
  for (let length = path.length - 1; length > 0; length -= 1) {
    if (typeof path[length - 1] !== "number") continue;
    const identity = listPlanAt(plan, path.slice(0, length - 1))?.identity;
    if (identity === undefined) continue;
    const value = objectAt(body, path.slice(0, length))[identity];
    return typeof value === "string" && value !== "";
  }
  return false;
}

/** True for a null that the service returns for a missing object or list. It is left out, because a request with it would be refused. */
function standsForMissing(schema: z.ZodObject, document: BodyObject, path: Path): boolean {
  const field = schemaAt(schema, document, path);
  return field !== undefined && holdsOthers(field) && !accepts(field, null);
}

/**
 * A received document prepared for a form: secrets returned in clear are wrapped, so that nothing prints them by accident, and nulls for missing
 * values are removed.
 */
export function covered(plan: FormPlan, document: BodyObject): BodyObject {
  const schema = plan.operation.body?.shape;
  if (schema === undefined) return document;
  const cover = (value: BodyValue, path: Path): BodyValue => {
    if (typeof value === "string") {
      const field = schemaAt(schema, document, path);
      return field !== undefined && isSecretSchema(field) && value !== "" && !isCovered(value)
        ? new Secret(value)
        : value;
    }
    if (isList(value)) return value.map((item, index) => cover(item, [...path, index]));
    if (!isBodyObject(value)) return value;
    const present = Object.entries(value).filter(
      ([name, item]) => item !== null || !standsForMissing(schema, document, [...path, name]),
    );
    return Object.fromEntries(present.map(([name, item]) => [name, cover(item, [...path, name])]));
  };
  const result = cover(document, []);
  return isBodyObject(result) ? result : document;
}

/** All entered secrets of a body (or returned in clear), by path. */
export function* enteredSecretsOf(value: BodyValue, path: Path = []): Generator<{ path: Path; secret: Secret }> {
  if (value instanceof Secret) yield { path, secret: value };
  else if (isList(value)) {
    for (const [index, item] of value.entries()) yield* enteredSecretsOf(item, [...path, index]);
  } else if (isBodyObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* enteredSecretsOf(item, [...path, name]);
  }
}
