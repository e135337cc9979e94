import { Document, isMap, isScalar, isSeq, type Node, type Scalar, type ScalarTag } from "yaml";
import {
  type BodyObject,
  type BodyValue,
  ExactNumber,
  encodeBody,
  isJsonObject,
  type Json,
  type Path,
  pathText,
  writeJson,
} from "../../contract/json/json.ts";
import { violationsOfRules } from "../../contract/schema/body.ts";
import { isMask, maskTail, Secret } from "../../contract/secret.ts";
import { escapeUnprintable, isPrintable, printable } from "../../text/printable.ts";
import { fieldAt, shownAt } from "../fields.ts";
import { pathLabel } from "../labels.ts";
import { isCovered, storedSecretsOf } from "../masks.ts";
import { patternOf } from "../paths.ts";
import { shapeOfPlan } from "../plans.ts";
import { isSecretSchema, nodesOf } from "../schema/schema.ts";
import { KEEP, keepText, type NamedThings, NONE, type SettingsFileKind, type StoredSettings } from "./kind.ts";
import { counterpartOf } from "./references.ts";
import { settingTitle } from "./setting-title.ts";

/** Writes settings as files: YAML for people, with units and ids as comments, or JSON for programs. */

/** Notation of secrets: `keep`, `keep` with the end of the mask when there are several, or a variable each, for another project. */
export type SecretsAs = "keep" | "ends" | "names";

type Written = { readonly text: string; readonly comment: string | null };

/** Variable name of a secret: the same for a key used in several places, as far as its mask shows. */
function variableOf({ kind, cluster, settings }: StoredSettings, path: Path, mask: string): string {
  const tail = maskTail(mask);
  const field = String(path.at(-1)).replace(/([a-z0-9])([A-Z])/gu, "$1_$2");
  const thing = tail === "" ? `${cluster ?? ""} ${kind.nameOf(settings)}` : tail;
  const name = `${field} ${thing}`.replaceAll(/[^A-Za-z0-9]+/gu, "_").replaceAll(/^_+|_+$/gu, "");
  return `\${${name.toUpperCase()}}`;
}

function secretOf(stored: StoredSettings, path: Path, value: BodyValue, as: SecretsAs): Written | null {
  const mask = typeof value === "string" && isCovered(value) ? value : "";
  if (mask === "" && !(value instanceof Secret)) return null;
  const tail = printable(maskTail(mask));
  const place = pathLabel(stored.kind.plan, { body: stored.settings, base: null, mode: "create" }, path);
  const ends = tail === "" ? "" : `, ends ${tail}`;
  if (mask !== "" && as !== "names") {
    const end = as === "ends" && isMask(mask) ? maskTail(mask) : "";
    return { text: keepText(end), comment: `stored secret${ends}` };
  }
  return { text: variableOf(stored, path, mask), comment: `${place}${ends}: set this environment variable` };
}

/** Replacement texts of secrets, and comments of values. */
function notesOf(stored: StoredSettings, named: NamedThings, as: SecretsAs) {
  const { kind, settings } = stored;
  const texts = new Map<string, Written>();
  const comments = new Map<string, string>();
  for (const { path, value, schema, kind: node } of nodesOf(shapeOfPlan(kind.plan), settings)) {
    if (node !== "value" || schema === undefined) continue;
    const key = JSON.stringify(path);
    const written = isSecretSchema(schema) ? secretOf(stored, path, value, as) : null;
    if (written !== null) texts.set(key, written);
    const beside = typeof value === "string" ? counterpartOf(kind, patternOf(path), value, named) : null;
    const field = fieldAt(kind.plan, { body: settings, base: null, mode: "create" }, path);
    const comment = written?.comment ?? beside ?? (typeof value === "number" ? (field?.unit ?? null) : null);
    if (comment !== null && comment !== "") comments.set(key, printable(comment));
  }
  return { texts, comments };
}

/** The settings with replacement texts for secrets. */
function withoutSecrets(settings: BodyObject, texts: ReadonlyMap<string, Written>): Json {
  const replaced = (value: BodyValue, path: Path): BodyValue => {
    const written = texts.get(JSON.stringify(path));
    if (written !== undefined) return written.text;
    if (Array.isArray(value)) return value.map((item: BodyValue, index) => replaced(item, [...path, index]));
    if (typeof value !== "object" || value === null || value instanceof Secret || value instanceof ExactNumber) {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, [...path, name])]));
  };
  return encodeBody(replaced(settings, []), () => KEEP);
}

/**
 * Settings in which `keep` alone would be ambiguous: several secrets in one list, or several settings with the same content.
 */
export function keepingSeveral(all: readonly StoredSettings[]): ReadonlySet<StoredSettings> {
  const saying = Map.groupBy(all, (one) => writeJson(jsonOf(one, new Map(), "keep")));
  return new Set(
    [...saying.values()].flatMap((alike) =>
      alike.length > 1
        ? alike
        : alike.filter(({ kind: { plan }, settings }) => {
            const places = storedSecretsOf(plan, settings).map(({ path }) => patternOf(path));
            return new Set(places).size < places.length;
          }),
    ),
  );
}

const documentOf = ({ kind, cluster }: StoredSettings, settings: Json) => ({
  kind: kind.name,
  version: kind.version,
  ...(cluster === null ? {} : { cluster }),
  settings,
});

/** Writes a number with its original digits. */
const exactNumber: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: "tag:yaml.org,2002:float",
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => String(value),
};

/**
 * The settings without fields that do not apply and that a request must not contain then: the service still returns the destination of automatic
 * exports that are off, and a file with it could not be applied.
 */
function lessUnusable(stored: StoredSettings): StoredSettings {
  const { kind, settings } = stored;
  const { body } = kind.plan.operation;
  const json = encodeBody(settings, () => KEEP);
  const refused = new Set(
    isJsonObject(json) ? violationsOfRules(body?.rules ?? [], json).map(({ path }) => pathText(path)) : [],
  );
  const isUsable = (name: string): boolean =>
    !refused.has(name) || shownAt(kind.plan, { body: settings, base: null, mode: "create" }, [name]).shown;
  return { ...stored, settings: Object.fromEntries(Object.entries(settings).filter(([name]) => isUsable(name))) };
}

/** One YAML document, with its title as a comment above. */
export function yamlOf(all: StoredSettings, named: NamedThings, as: SecretsAs): string {
  const stored = lessUnusable(all);
  const { texts, comments } = notesOf(stored, named, as);
  const document = new Document(documentOf(stored, withoutSecrets(stored.settings, texts)), {
    version: "1.2",
    schema: "core",
    // Quotes texts that other programs would read as a boolean or a number.
    compat: "yaml-1.1",
    customTags: (tags) => [exactNumber, ...tags],
  });
  const settings = document.get("settings", true);
  note(settings, [], comments);
  const { kind, cluster } = stored;
  const title = settingTitle({ title: kind.title, name: kind.nameOf(stored.settings), cluster });
  const text = document.toString({ lineWidth: 0, indentSeq: true });
  return `# ${printable(title)}\n${text.split("\n").map(escaped).join("\n")}`;
}

/** Escapes unprintable characters: the library has put such text in double quotes. */
const escaped = (line: string): string => (isPrintable(line) ? line : escapeUnprintable(line));

/** Document saying that there is nothing of a kind. */
export const noneJson = ({ name, version }: SettingsFileKind): Json => ({ kind: name, version, settings: NONE });

/** The same as a YAML document. */
export const noneYaml = (kind: SettingsFileKind): string =>
  `# no ${kind.plural}\n${new Document(noneJson(kind)).toString()}`;

function note(node: unknown, path: Path, comments: ReadonlyMap<string, string>): void {
  if (isMap<Node, Node>(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      quote(key);
      note(value, [...path, String(key.value)], comments);
    }
  } else if (isSeq<Node>(node)) {
    for (const [index, item] of node.items.entries()) note(item, [...path, index], comments);
  } else if (isScalar(node)) {
    const comment = comments.get(JSON.stringify(path));
    if (comment !== undefined) node.comment = ` ${comment}`;
    quote(node);
  }
}

/** Escapes work only in double quotes. */
function quote(node: Scalar): void {
  if (typeof node.value === "string" && !isPrintable(node.value.replaceAll("\n", ""))) node.type = "QUOTE_DOUBLE";
}

/** One document as JSON. */
export function jsonOf(all: StoredSettings, named: NamedThings, as: SecretsAs): Json {
  const stored = lessUnusable(all);
  return documentOf(stored, withoutSecrets(stored.settings, notesOf(stored, named, as).texts));
}
