import { type BodyObject, type BodyValue, isBodyObject, isList, type Path } from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";

/** Paths inside a body: patterns, writing without changing the original, and parsing of paths in the service's spelling. */

/** Pattern of a path, without positions, as plans write it: `notifications[].delayMin`. */
export function patternOf(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += "[]";
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** Steps of a path as text: `notifications[1].delayMin`, `notifications.1.delayMin`, `policies[].id`. */
export function stepsOf(text: string): readonly (string | number | null)[] {
  return text
    .replaceAll(/\[(\d*)\]/gu, ".[$1]")
    .split(".")
    .filter((step) => step !== "")
    .map((step) => {
      if (step === "[]") return null;
      const position = /^\[?(\d+)\]?$/u.exec(step)?.[1];
      return position === undefined ? step : Number(position);
    });
}

/** Paths in a document that match a pattern. The last step need not exist; everything before it does. */
export function pathsOf(document: BodyValue, pattern: string): readonly Path[] {
  const steps = stepsOf(pattern);
  let found: { value: BodyValue | undefined; path: Path }[] = [{ value: document, path: [] }];
  for (const [position, step] of steps.entries()) {
    const last = position === steps.length - 1;
    found = found.flatMap(({ value, path }) => {
      if (step === null) {
        return isList(value) ? value.map((item, index) => ({ value: item, path: [...path, index] })) : [];
      }
      const next = childOf(value, step);
      return next === undefined && !last ? [] : [{ value: next, path: [...path, step] }];
    });
  }
  return found.map(({ path }) => path);
}

/** The value one step below another, or undefined. */
export function childOf(value: BodyValue | undefined, step: string | number): BodyValue | undefined {
  if (typeof step === "number") return isList(value) ? value[step] : undefined;
  return isBodyObject(value) ? ownValue(value, step) : undefined;
}

/** The value at a path of a body, or undefined when the path does not exist. */
export function bodyAt(document: BodyValue | undefined, path: Path): BodyValue | undefined {
  let value = document;
  for (const step of path) value = childOf(value, step);
  return value;
}

/** The object at a path, or an empty one. */
export function objectAt(document: BodyValue | undefined, path: Path): BodyObject {
  const value = bodyAt(document, path);
  return isBodyObject(value) ? value : {};
}

/**
 * The body with the value at a path replaced; undefined removes the field (or the list item). Missing objects on the way are created; positions
 * beyond the end of a list change nothing.
 */
export function withValue(document: BodyObject, path: Path, value: BodyValue | undefined): BodyObject {
  const changed = replaced(document, path, value);
  return isBodyObject(changed) ? changed : document;
}

function replaced(holder: BodyValue | undefined, path: Path, value: BodyValue | undefined): BodyValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    if (!isList(holder) || step >= holder.length) return holder;
    const item = replaced(holder[step], rest, value);
    return item === undefined ? holder.toSpliced(step, 1) : holder.with(step, item);
  }
  const object = isBodyObject(holder) ? holder : {};
  const child = ownValue(object, step);
  if (value === undefined && child === undefined) return holder;
  const next = replaced(child, rest, value);
  return next === undefined ? without(object, step) : { ...object, [step]: next };
}

/** The object without one field. */
export const without = (object: BodyObject, name: string): BodyObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
