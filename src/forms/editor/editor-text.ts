import type { z } from "zod";
import {
  type BodyObject,
  type BodyValue,
  encodeBody,
  isBodyObject,
  isList,
  type Path,
  parseJson,
  writeJson,
} from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { maskTail, Secret } from "../../contract/secret.ts";
import { escapedInJson, isPrintable, printable } from "../../text/printable.ts";
import { type Field, fieldAt, shownAt } from "../fields.ts";
import type { FormPlan } from "../form-plan.ts";
import type { FormState } from "../form-state.ts";
import { namesOf } from "../layout.ts";
import { isCovered } from "../masks.ts";
import { contextOf, shapeOfPlan } from "../plans.ts";
import {
  elementOf,
  fieldSchema,
  holdsNumber,
  isGroup,
  isRequired,
  isSecretSchema,
  nodesOf,
  shapeOf,
} from "../schema/schema.ts";
import { addedNames } from "../sent.ts";
import { jsonIn } from "../values/values.ts";

/** Prints a form as text for `$EDITOR`: the whole body as JSON, with labels and help as comments. */

/** A secret that the text must not contain: its placeholder and its value. */
type Cover = { readonly path: Path; readonly text: string; readonly value: BodyValue };

/** Placeholders of a form's secrets, in document order. They stay the same until the form changes. */
export function coversOf(plan: FormPlan, state: FormState): readonly Cover[] {
  const covers: Cover[] = [];
  for (const { path, value, schema, kind } of nodesOf(shapeOfPlan(plan), state.body)) {
    if (kind !== "value" || schema === undefined || !isSecretSchema(schema)) continue;
    const number = covers.length + 1;
    if (value instanceof Secret) covers.push({ path, text: `<secret ${number}: as entered>`, value });
    else if (typeof value === "string" && isCovered(value)) {
      const tail = printable(maskTail(value).slice(-4));
      covers.push({ path, text: `<secret ${number}: as stored${tail === "" ? "" : `, ends ${tail}`}>`, value });
    }
  }
  return covers;
}

type Writer = {
  readonly plan: FormPlan;
  readonly state: FormState;
  readonly covers: ReadonlyMap<string, string>;
  readonly lines: string[];
};

/** The text for the editor. It contains no secrets; `readEditorText` reads it back. */
export function editorText(plan: FormPlan, state: FormState): string {
  const covers = coversOf(plan, state);
  const lines = [
    ...noted("", printable(plan.title(contextOf(plan, state)))),
    "// Text after // is a comment. Save and close to return to the form; an empty file changes nothing.",
    ...(covers.length === 0
      ? []
      : ["// <secret …> is a stored secret that stays unchanged; replace it with a new secret to change it."]),
  ];
  const writer = { plan, state, covers: new Map(covers.map(({ path, text }) => [JSON.stringify(path), text])), lines };
  writeGroup(writer, shapeOfPlan(plan), state.body, [], "", "");
  return `${lines.join("\n")}\n`;
}

/** True for the fields of the body that a person can edit: a merging form sends nothing else of the top level. */
export const editable = (plan: FormPlan, state: FormState, name: string): boolean =>
  state.mode !== "merge" || Object.hasOwn(shapeOfPlan(plan).shape, name) || addedNames(plan, state).includes(name);

function writeGroup(
  writer: Writer,
  schema: z.core.$ZodType,
  value: BodyObject,
  path: Path,
  before: string,
  end: string,
): void {
  const { plan, state, lines } = writer;
  const indent = "  ".repeat(path.length + 1);
  const order = [...namesOf(plan, schema, value, path), ...Object.keys(value)];
  const names = [...new Set(order)].filter((name) => path.length > 0 || editable(plan, state, name));
  lines.push(`${before}{`);
  for (const name of names) {
    const here = [...path, name];
    const field = fieldAt(plan, state, here);
    const child = ownValue(value, name);
    if (field !== null && field.hint.internal !== true) lines.push(...notesOf(writer, field, child, indent));
    if (child === undefined) continue;
    writeValue(
      writer,
      fieldSchema(schema, value, name),
      documentIn(field, child),
      here,
      `${indent}${textOf(name)}: `,
      ",",
    );
  }
  lines.push(`${"  ".repeat(path.length)}}${end}`);
}

/** A document that the service stores as text: quoted in a text, nobody could edit it. */
function documentIn(field: Field | null, value: BodyValue): BodyValue {
  const inside = field === null ? value : jsonIn(field, value);
  return isBodyObject(inside) || isList(inside) ? inside : value;
}

function writeValue(
  writer: Writer,
  schema: z.core.$ZodType | undefined,
  value: BodyValue,
  path: Path,
  before: string,
  end: string,
): void {
  const element = schema === undefined ? undefined : elementOf(schema);
  const indent = "  ".repeat(path.length);
  const cover = writer.covers.get(JSON.stringify(path));
  if (cover !== undefined) writer.lines.push(`${before}${textOf(cover)}${end}`);
  else if (element !== undefined && isGroup(element) && isList(value) && value.length > 0) {
    writer.lines.push(`${before}[`);
    for (const [index, item] of value.entries())
      writeValue(writer, element, item, [...path, index], `${indent}  `, ",");
    writer.lines.push(`${indent}]${end}`);
  } else if (schema !== undefined && isGroup(schema) && isBodyObject(value) && shapeOf(schema, value) !== undefined) {
    writeGroup(writer, schema, value, path, before, end);
  } else {
    const [first = "", ...rest] = textOf(value).split("\n");
    const all = [`${before}${first}`, ...rest.map((line) => `${indent}${line}`)];
    writer.lines.push(...all.with(-1, `${all.at(-1) ?? ""}${end}`));
  }
}

/** Comments of a field, with an example of it when it is not set. */
function notesOf(writer: Writer, field: Field, value: BodyValue | undefined, indent: string): readonly string[] {
  const help = field.plan?.help ?? field.hint.help;
  const unit = field.unit === undefined ? "" : ` (${field.unit})`;
  // Documents to choose from are longer than a line of help.
  const isShort = field.choices.length > 0 && field.choices.length <= 12 && field.kind !== "json";
  const values = isShort
    ? `. ${field.open ? "Such as" : "One of"} ${field.choices.map((choice) => choice.value).join(", ")}`
    : "";
  const notes = noted(indent, printable(`${field.label}${unit}${help === undefined ? "" : `: ${help}`}${values}`));
  if (value !== undefined) return notes;
  if (!shownAt(writer.plan, writer.state, field.path).shown) return [];
  return [...notes, ...noted(indent, `${textOf(String(field.path.at(-1)))}: ${exampleOf(writer, field)},`)];
}

/** Example value of a field as JSON. A group shows its required fields. */
function exampleOf(writer: Writer, field: Field): string {
  const example = field.choices[0]?.value ?? field.plan?.example ?? field.hint.example ?? "";
  if (elementOf(field.schema) !== undefined) return "[]";
  if (isGroup(field.schema)) {
    const inner = namesOf(writer.plan, field.schema, {}, field.path)
      .map((name) => fieldAt(writer.plan, writer.state, [...field.path, name]))
      .filter((found) => found !== null && isRequired(found.schema))
      .map((found) => (found === null ? "" : `${textOf(String(found.path.at(-1)))}: ${exampleOf(writer, found)}`));
    return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
  }
  if (field.kind === "toggle") return "true";
  if (holdsNumber(field.schema)) return /^-?\d+(?:\.\d+)?$/u.test(example) ? example : "0";
  if (field.kind === "secret") return '"…"';
  const json = field.kind === "json" ? parseJson(example) : null;
  return textOf(json?.ok === true ? json.value : example);
}

const noted = (indent: string, text: string): readonly string[] =>
  text.split("\n").map((line) => `${indent}// ${line}`);

/** JSON of a value without control characters: unprintable characters become escapes. */
function textOf(value: BodyValue): string {
  const json = writeJson(encodeBody(value, String), 2);
  return [...json]
    .map((character) => (character === "\n" || isPrintable(character) ? character : escapedInJson(character)))
    .join("");
}
