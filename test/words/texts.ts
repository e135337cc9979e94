import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { parseAst } from "vitest/node";

/** The texts in the sources that a person can come to see, read from the code itself. */

export type Text = {
  /** Below `src/`. */
  readonly file: string;
  readonly line: number;
  /** As it stands in the code; `…` is where a value is put in. */
  readonly text: string;
};

const SOURCES = resolve(import.meta.dirname, "../../src");

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value;

/** Parts of the code whose strings nobody sees: types, imports, names of properties, and what is thrown at programmers. */
function isHidden(node: Node): boolean {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/u.test(node.type)) return true;
  if (/^(?:Import|Export(?:All|Specifier))/u.test(node.type)) return true;
  const { callee } = node;
  return node.type === "NewExpression" && isNode(callee) && callee["name"] === "TypeError";
}

/** The children of a node that can hold a text. */
function childrenOf(node: Node): readonly Node[] {
  const isKey = (name: string): boolean =>
    (name === "key" || name === "property") && node["computed"] !== true && node.type !== "JSXAttribute";
  return Object.entries(node).flatMap(([name, value]) => (isKey(name) ? [] : [value].flat().filter(isNode)));
}

const quasis = (node: Node): readonly string[] =>
  [node["quasis"]].flat().map((quasi) => {
    const value = isNode(quasi) ? quasi["value"] : undefined;
    return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
  });

function textOf(node: Node): string | null {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") return quasis(node).join("…");
  if (node.type === "JSXText" && typeof node["value"] === "string") return node["value"].trim();
  return null;
}

function* walk(node: Node): Generator<{ readonly text: string; readonly start: number }> {
  if (isHidden(node)) return;
  const text = textOf(node);
  if (text !== null) yield { text, start: node.start };
  for (const child of childrenOf(node)) yield* walk(child);
}

/** Every string of a source that is not hidden, ids and keys among them. */
export function stringsIn(
  source: string,
  lang: "ts" | "tsx",
): readonly { readonly line: number; readonly text: string }[] {
  const program: unknown = parseAst(source, { lang });
  if (!isNode(program)) throw new TypeError("the source was not parsed");
  return [...walk(program)].map(({ text, start }) => ({ text, line: source.slice(0, start).split("\n").length }));
}

let known: readonly Text[] | undefined;

/** Every string of the sources that is not hidden, ids and keys among them. They are read once a process. */
export function allStrings(): readonly Text[] {
  known ??= readStrings();
  return known;
}

const readStrings = (): readonly Text[] =>
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/u.test(name))
    .toSorted()
    .flatMap((name) =>
      stringsIn(readFileSync(join(SOURCES, name), "utf8"), name.endsWith("x") ? "tsx" : "ts").map((found) => ({
        file: relative(SOURCES, join(SOURCES, name)).split(sep).join("/"),
        ...found,
      })),
    );

const SQL = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT|ROLLBACK|ALTER|WITH|DROP)\b/u;

/** Whether a string is for people: words with a blank between them, or one that is written as a sentence begins. */
export const isForPeople = (text: string): boolean =>
  !SQL.test(text) && (/\p{L}{2}[^\n]* [^\n]*\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[!.:?]?$/u.test(text));
