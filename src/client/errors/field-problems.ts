import * as z from "zod";
import { isObject, type Json, type Path } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { unwrap } from "../../contract/schema/hints.ts";
import { variantsOf } from "../../contract/schema/unions.ts";
import { type DialectId, nameInDialect } from "../../contract/wire/dialect.ts";
import type { ErrorDocument } from "../../contract/wire/error-document.ts";
import type { FieldProblem } from "./service-error-facts.ts";

/** The body of a call in the contract's spelling and as sent. */
type Bodies = { readonly contract: Json; readonly wire: Json };

/** Parses a field path as services write it: `notifications[0].delayMin`, `notifications.0.delayMin`, `/notifications/0/delayMin`, `$.a.b`. */
function stepsOf(text: string): Path {
  return text
    .replace(/^\$\.?/u, "")
    .split(/[./[\]]+/u)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/u.test(step) ? Number(step) : step.replace(/^["']|["']$/gu, "")));
}

/** Converts a path from the wire's spelling to the contract's: both bodies have their keys in the same order. */
function contractPath(steps: Path, bodies: Bodies | null, dialect: DialectId): Path {
  let wire: unknown = bodies?.wire;
  let contract: unknown = bodies?.contract;
  return steps.map((step) => {
    if (typeof step === "number") {
      wire = Array.isArray(wire) ? wire[step] : undefined;
      contract = Array.isArray(contract) ? contract[step] : undefined;
      return step;
    }
    const position = isObject(wire) ? Object.keys(wire).indexOf(step) : -1;
    const name = isObject(contract) ? Object.keys(contract)[position] : undefined;
    wire = isObject(wire) ? wire[step] : undefined;
    contract = isObject(contract) && name !== undefined ? contract[name] : undefined;
    return name ?? nameInDialect(step, dialect);
  });
}

/** Paths of all fields that a request may have, with `"[]"` for the items of a list. */
function fieldPaths(schema: z.core.$ZodType, path: readonly string[] = []): (readonly string[])[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return fieldPaths(inner.element, [...path, "[]"]);
  const variants = variantsOf(inner);
  if (variants !== undefined) return [...variants.variants.values()].flatMap((variant) => fieldPaths(variant, path));
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = inner.shape;
  return Object.entries(shape).flatMap(([name, field]) => [[...path, name], ...fieldPaths(field, [...path, name])]);
}

/** Path of a field in the body that was sent: the first item that has the field stands for the list. */
function placeIn(body: Json | undefined, path: readonly string[]): Path {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (step !== "[]") {
    const value = isObject(body) ? body[step] : undefined;
    return [step, ...placeIn(value, rest)];
  }
  const items: readonly Json[] = Array.isArray(body) ? body : [];
  const holder = items.findIndex((item) => hasPath(item, rest));
  const index = Math.max(0, holder);
  return [index, ...placeIn(items[index], rest)];
}

function hasPath(value: Json | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return value !== undefined;
  if (step === "[]") return Array.isArray(value) && value.some((item: Json) => hasPath(item, rest));
  return isObject(value) && Object.hasOwn(value, step) && hasPath(value[step], rest);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** False for short lower-case names: in a sentence they may be ordinary words. */
const isTelling = (name: string): boolean => /[A-Z]/u.test(name) || name.length > 9;

/** The field named in the service's detail or parameters. */
function namedField(
  operation: Operation,
  document: ErrorDocument,
  bodies: Bodies | null,
  dialect: DialectId,
): FieldProblem[] {
  const detail = document.detail ?? "";
  const parameters = (document.parameters ?? []).filter((each) => typeof each === "string");
  const names = operation.body === null ? [] : fieldPaths(operation.body.shape);
  for (const path of names) {
    const name = path.findLast((step) => step !== "[]") ?? "";
    const spellings = [name, nameInDialect(name, dialect)];
    const quoted = spellings.some((each) => new RegExp(`["'\`]${escaped(each)}["'\`]`, "u").test(detail));
    const isNamed = spellings.some((each) => new RegExp(`\\b${escaped(each)}\\b`, "u").test(detail));
    if (parameters.some((each) => spellings.includes(each)) || quoted || (isNamed && isTelling(name))) {
      return [{ path: placeIn(bodies?.contract, path), message: detail === "" ? "not accepted" : detail }];
    }
  }
  const known = [...Object.keys(operation.params), ...Object.keys(operation.query)];
  const param = known.find(
    (name) => parameters.includes(name) || new RegExp(`\\b${escaped(name)}\\b`, "u").test(detail),
  );
  return param === undefined ? [] : [{ path: [param], message: detail === "" ? "not accepted" : detail }];
}

/**
 * Fields that an error document blames: listed one by one, or recognised by an attribute's name in its detail or parameters (`domain.md` 1.4). Not
 * meant for a 404, which may repeat an id without blaming a field.
 */
export function fieldProblems(
  operation: Operation,
  document: ErrorDocument,
  bodies: Bodies | null,
  dialect: DialectId,
): readonly FieldProblem[] {
  const given = document.badRequestDetail?.fields ?? [];
  const listed = given.flatMap(({ field, description }): FieldProblem[] => {
    if (typeof field !== "string" || field === "") return [];
    return [
      {
        path: contractPath(stepsOf(field), bodies, dialect),
        message: description ?? document.detail ?? "not accepted",
      },
    ];
  });
  return listed.length > 0 ? listed : namedField(operation, document, bodies, dialect);
}
