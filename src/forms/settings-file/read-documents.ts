import type * as z from "zod";
import {
  type BodyObject,
  type BodyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type Path,
  pathText,
} from "../../contract/json/json.ts";
import { Secret } from "../../contract/secret.ts";
import { didYouMean } from "../../text/nearest.ts";
import { printable } from "../../text/printable.ts";
import { isCovered } from "../masks.ts";
import { shapeOfPlan } from "../plans.ts";
import { elementOf, fieldSchema, isGroup, isSecretSchema, shapeOf, variantsIn } from "../schema/schema.ts";
import {
  type FileDocument,
  type FileProblem,
  KEPT_MASK,
  maskOfKeepText,
  NONE,
  type NoneDocument,
  type SettingsFileKind,
  VARIABLE,
  VARIABLE_EXAMPLE,
} from "./kind.ts";
import { readYaml, type YamlDocument } from "./read-yaml.ts";
import { isCarried } from "./settings.ts";

/** Parses the documents of a file, with all checks that need no service. */

/** Fields around the settings. */
const HEADER = ["kind", "version", "project", "cluster", "settings"] as const;

export type ReadFile = {
  readonly documents: readonly FileDocument[];
  /** Kinds that the file says there is nothing of. */
  readonly none: readonly NoneDocument[];
  readonly problems: readonly FileProblem[];
};

/** Dependencies of reading. */
type ReadingWith = {
  readonly kinds: readonly SettingsFileKind[];
  /** Value of an environment variable; undefined when it is not set. */
  readonly variable: (name: string) => string | undefined;
};

type Report = (path: Path, message: string) => void;

/** Parses the text of a file: one document or many, or a JSON list of them. */
export function readDocuments(file: string, text: string, reading: ReadingWith): ReadFile {
  const yaml = readYaml(file, text);
  const problems: FileProblem[] = [...yaml.problems];
  const documents: FileDocument[] = [];
  const none: NoneDocument[] = [];
  for (const document of yaml.documents.flatMap(listed)) {
    const report: Report = (path, message) =>
      problems.push({ file, message: printable(message), ...document.spotOf(path) });
    const before = problems.length;
    const read = readDocument(file, document, reading, report);
    if (read === null || problems.length > before) continue;
    if ("settings" in read) documents.push(read);
    else none.push(read);
  }
  return { documents, none, problems };
}

/** The documents of a list, with their positions. */
function listed(document: YamlDocument): readonly YamlDocument[] {
  if (!Array.isArray(document.value)) return [document];
  return document.value.map((value: Json, index) => ({ value, spotOf: (path) => document.spotOf([index, ...path]) }));
}

function kindIn(value: JsonObject, { kinds }: ReadingWith, report: Report): SettingsFileKind | null {
  const { kind: name, version } = value;
  if (name === undefined) {
    report([], `kind is missing: ${kinds.map((kind) => kind.name).join(", ")}`);
    return null;
  }
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) {
    const written = typeof name === "string" ? name : JSON.stringify(name);
    const near = didYouMean(
      written,
      kinds.map((one) => one.name),
    );
    report(["kind"], `no kind of settings that this Sextant knows: ${written}${near || "; a newer one may know it"}`);
    return null;
  }
  if (version === undefined) report([], `version is missing: write version: ${kind.version}`);
  else if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    report(["version"], `version must be a whole number: ${kind.version}`);
  } else if (version > kind.version) {
    report(
      ["version"],
      `version ${version} of ${kind.name} is of a later Sextant: this one knows ${kind.version}. Update it`,
    );
  } else return kind;
  return null;
}

function readDocument(
  file: string,
  { value, spotOf }: YamlDocument,
  reading: ReadingWith,
  report: Report,
): FileDocument | NoneDocument | null {
  if (!isJsonObject(value)) {
    report([], "not a document of settings: kind, version and settings are missing");
    return null;
  }
  const kind = kindIn(value, reading, report);
  if (kind === null) return null;
  const header: readonly string[] = HEADER;
  for (const name of Object.keys(value)) {
    if (!header.includes(name)) {
      const isSetting = Object.hasOwn(shapeOfPlan(kind.plan).shape, name);
      report([name], `unknown field ${name}${isSetting ? ": it belongs below settings" : didYouMean(name, header)}`);
    }
  }
  const textOf = (name: "project" | "cluster"): string | null => {
    const found = value[name] ?? "";
    if (typeof found === "string") return found === "" ? null : found;
    report([name], `${name} must be a text: put it in quotes`);
    return null;
  };
  const [cluster, name] = [textOf("cluster"), textOf("project")];
  const isLeftOut = (field: "project" | "cluster"): boolean => (value[field] ?? "") === "";
  if (Object.hasOwn(value, "project") && isLeftOut("project")) {
    report(["project"], "project is missing: write its name or its id, or leave the line out");
  }
  const project = name === null ? null : { name, spot: spotOf(["project"]) };
  const { settings } = value;
  if (settings === NONE) {
    if (value["cluster"] !== undefined) report(["cluster"], `settings: ${NONE} is of the whole project`);
    return { kind, file, project };
  }
  if (kind.inCluster && isLeftOut("cluster")) report(["cluster"], "cluster is missing");
  if (!kind.inCluster && cluster !== null) report(["cluster"], `${article(kind.title)} is of the whole project`);
  if (settings === undefined || !isJsonObject(settings)) {
    report(settings === undefined ? [] : ["settings"], "settings is missing, or no group of fields");
    return null;
  }
  const inSettings: Report = (path, message) => report(["settings", ...path], message);
  return {
    kind,
    cluster,
    settings: groupIn(kind, shapeOfPlan(kind.plan), settings, [], reading, inSettings),
    file,
    spotOf: (path) => spotOf(["settings", ...path]),
    project,
    clusterSpot: spotOf(["cluster"]),
  };
}

const article = (title: string): string => `${/^[aeiou]/u.test(title) ? "an" : "a"} ${title}`;

function groupIn(
  kind: SettingsFileKind,
  schema: z.core.$ZodType,
  value: JsonObject,
  path: Path,
  reading: ReadingWith,
  report: Report,
): BodyObject {
  const shape = shapeOf(schema, value);
  if (shape === undefined) {
    const variants = variantsIn(schema);
    const field = variants?.discriminator ?? "";
    const given = value[field];
    const names = [...(variants?.variants.keys() ?? [])];
    report(
      given === undefined ? path : [...path, field],
      given === undefined
        ? `${field} is missing: ${names.join(", ")}`
        : `unknown ${field} ${String(given)}${didYouMean(String(given), names)}`,
    );
    return {};
  }
  const known = Object.entries(shape.shape)
    .filter(([, inner]) => !isCarried(inner))
    .map(([name]) => name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]): readonly (readonly [string, BodyValue])[] => {
      const below = [...path, name];
      const inner = fieldSchema(schema, value, name);
      if (path.length === 0 && kind.notSettings.includes(name)) {
        report(below, `${name} does something once and is no setting`);
        return [];
      }
      if (inner === undefined || !known.includes(name)) {
        report(below, `unknown field ${pathText(below)}${didYouMean(name, known)}`);
        return [];
      }
      // Null is the same as leaving the field out.
      if (child === null) return [];
      return [[name, valueIn(kind, inner, child, below, reading, report)]];
    }),
  );
}

function valueIn(
  kind: SettingsFileKind,
  schema: z.core.$ZodType,
  value: Json,
  path: Path,
  reading: ReadingWith,
  report: Report,
): BodyValue {
  if (isSecretSchema(schema)) return secretIn(value, path, reading, report);
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && Array.isArray(value)) {
    return value.map((item: Json, index): BodyValue => {
      const below = [...path, index];
      if (isJsonObject(item)) return groupIn(kind, element, item, below, reading, report);
      report(below, "must be a group of fields");
      return {};
    });
  }
  return isGroup(schema) && isJsonObject(value) ? groupIn(kind, schema, value, path, reading, report) : value;
}

/** Files must not contain secrets: a secret in clear is refused without repeating it in the message. */
function secretIn(value: Json, path: Path, { variable }: ReadingWith, report: Report): BodyValue {
  const name = String(path.at(-1));
  const kept = typeof value === "string" ? maskOfKeepText(value) : null;
  if (kept !== null) return kept;
  const named = typeof value === "string" ? VARIABLE.exec(value)?.[1] : undefined;
  if (named === undefined) {
    const isMask = typeof value === "string" && isCovered(value);
    report(
      path,
      isMask
        ? `${name} is a masked secret: write keep, or ${VARIABLE_EXAMPLE}`
        : `${name} is a secret and must not stand in a file: write ${VARIABLE_EXAMPLE}, or keep`,
    );
    return KEPT_MASK;
  }
  const secret = variable(named);
  if (secret !== undefined && secret !== "") return new Secret(secret);
  report(path, `the environment variable ${named} is ${secret === undefined ? "not set" : "empty"}`);
  return KEPT_MASK;
}
