import type { BodyObject, BodyValue, Path } from "../../contract/json/json.ts";
import type { FormPlan } from "../types.ts";

/** What a file of settings is made of: no kind is named here, each area says what its own is. */

/** A field that holds the id of something of the project: a file has its name in place of it. */
export type FileReference = {
  /** As plans write it: `export.exportBucketId`. */
  readonly path: string;
  /** What it leads to, by the name that the areas share: `export-bucket`. */
  readonly to: string;
};

/** A kind of settings, as files have it: one document for each thing. */
export type SettingsFileKind = {
  /** The word in files and on the command line: `alert-configuration`. */
  readonly name: string;
  /** In a sentence: `alert configuration`. */
  readonly title: string;
  readonly plural: string;
  /** The newest version of its documents that this program knows. */
  readonly version: number;
  /** A document says of which cluster it is. */
  readonly inCluster: boolean;
  /** The form that makes one: its body is what a document holds, its labels are what a difference is called by. */
  readonly plan: FormPlan;
  /** Fields of the body that do something once and are no settings (`updateSnapshots`). */
  readonly notSettings: readonly string[];
  readonly references: readonly FileReference[];
  /**
   * By what one is the same in two projects, within its cluster. Where `isExact` no two of a project have the same; else several may.
   */
  readonly identityOf: (settings: BodyObject) => string;
  readonly isExact: boolean;
  /** What people call it; the cluster is said beside it. */
  readonly nameOf: (settings: BodyObject) => string;
};

/** Things of a project by what they are (`export-bucket`): id and name of each. None: it could not be read. */
export type NamedThings = ReadonlyMap<string, readonly NamedThing[]>;
export type NamedThing = { readonly id: string; readonly name: string };

/** A place in a text; both are counted from 1. */
export type Spot = { readonly line: number; readonly column: number };

/** What is wrong with a file, and where. */
export type FileProblem = Spot & { readonly file: string; readonly message: string };

/** One thing as a file has it. Names stand in place of ids, `Secret` in place of `${NAME}`, a mask in place of `keep`. */
export type FileDocument = {
  readonly kind: SettingsFileKind;
  readonly cluster: string | null;
  readonly settings: BodyObject;
  readonly file: string;
  readonly spotOf: (path: Path) => Spot;
  /** The project that the document is for, where it says one. */
  readonly project: { readonly name: string; readonly spot: Spot } | null;
  readonly clusterSpot: Spot;
};

/** A document that says that there is none of a kind: what a file says that has all of it. */
export type NoneDocument = Pick<FileDocument, "kind" | "file" | "project">;

/** What stands in place of settings there. */
export const NONE = "none";

/** One thing as the service has it, with names in place of ids. Its masks stand where a stored secret is. */
export type StoredSettings = {
  readonly kind: SettingsFileKind;
  readonly cluster: string | null;
  /** Names it in its project and kind. */
  readonly id: string;
  readonly settings: BodyObject;
};

/** What stands for a secret that stays as it is stored; which of several stands behind it, by its last characters: `keep c77a`. */
export const KEEP = "keep";
const KEPT = /^keep(?: (.{1,4}))?$/su;

export const keepWith = (end: string): string => (end === "" ? KEEP : `${KEEP} ${end}`);

/** The mask that `keep` is read as: it ends as no other does. */
export const KEPT_MASK = "*******keep";

/** What a text of a file is read as that says that a secret stays; null where it says something else. */
export function keptMask(text: string): string | null {
  const found = KEPT.exec(text);
  return found === null ? null : found[1] === undefined ? KEPT_MASK : `${KEPT_MASK} ${found[1]}`;
}

/** Of which secret a document says that it stays: its last characters, an empty text where it does not say; null where it says no such thing. */
export function keptEnd(value: BodyValue | undefined): string | null {
  if (typeof value !== "string" || !value.startsWith(KEPT_MASK)) return null;
  return value.slice(KEPT_MASK.length + 1);
}

/** `${NAME}` of an environment variable, and nothing beside it. */
export const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/u;

/** How that is said to somebody who has to write one. */
export const VARIABLE_EXAMPLE = `\${NAME} of an environment variable`;
