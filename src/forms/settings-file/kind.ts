import type { BodyObject, BodyValue, Path } from "../../contract/json/json.ts";
import type { FormPlan } from "../form-plan.ts";

/** Parts of a settings file: this module names no kind, each area defines its own. */

/** A field with the id of something in the project: a file has its name instead of the id. */
type FileReference = {
  /** In the notation of plans: `export.exportBucketId`. */
  readonly path: string;
  /** Kind of the referenced thing, in the name shared by the areas: `export-bucket`. */
  readonly to: string;
};

/** A kind of settings in files: one document per thing. */
export type SettingsFileKind = {
  /** Name in files and on the command line: `alert-configuration`. */
  readonly name: string;
  /** Name in a sentence: `alert configuration`. */
  readonly title: string;
  readonly plural: string;
  /** Newest version of its documents that this program knows. */
  readonly version: number;
  /** True when a document belongs to a cluster and names it. */
  readonly inCluster: boolean;
  /** Form for one thing: a document contains its body, and differences use its labels. */
  readonly plan: FormPlan;
  /** Fields of the body that trigger something once and are not settings (`updateSnapshots`). */
  readonly notSettings: readonly string[];
  readonly references: readonly FileReference[];
  /**
   * Identity of a thing across projects, within its cluster. With `isExact` it is unique in a project; otherwise several things may share it.
   */
  readonly identityOf: (settings: BodyObject) => string;
  readonly isExact: boolean;
  /** Display name; the cluster is shown beside it. */
  readonly nameOf: (settings: BodyObject) => string;
};

/** Id and name of a project's things, by kind (`export-bucket`). A missing kind could not be read. */
export type NamedThings = ReadonlyMap<string, readonly NamedThing[]>;
export type NamedThing = { readonly id: string; readonly name: string };

/** A position in a text; both count from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** A problem of a file, with its position. */
export type FileProblem = TextPosition & { readonly file: string; readonly message: string };

/** A thing from a file. References have names instead of ids, secrets are a `Secret` instead of `${NAME}` or a mask instead of `keep`. */
export type FileDocument = {
  readonly kind: SettingsFileKind;
  readonly cluster: string | null;
  readonly settings: BodyObject;
  readonly file: string;
  readonly spotOf: (path: Path) => TextPosition;
  /** Project that the document names, if it does. */
  readonly project: { readonly name: string; readonly spot: TextPosition } | null;
  readonly clusterSpot: TextPosition;
};

/** A document saying that there is nothing of a kind: in files with everything of a kind. */
export type NoneDocument = Pick<FileDocument, "kind" | "file" | "project">;

/** Value of `settings` in such a document. */
export const NONE = "none";

/** A stored thing, with names instead of ids. Stored secrets are masks. */
export type StoredSettings = {
  readonly kind: SettingsFileKind;
  readonly cluster: string | null;
  /** Id within its project and kind. */
  readonly id: string;
  readonly settings: BodyObject;
};

/** Placeholder for a stored secret that is kept; with its last characters when there are several: `keep c77a`. */
export const KEEP = "keep";
const KEPT = /^keep(?: (.{1,4}))?$/su;

export const keepText = (end: string): string => (end === "" ? KEEP : `${KEEP} ${end}`);

/** The mask that `keep` becomes; no mask of the service has the same end. */
export const KEPT_MASK = "*******keep";

/** The mask for a text that keeps a secret; null for other texts. */
export function maskOfKeepText(text: string): string | null {
  const found = KEPT.exec(text);
  return found === null ? null : found[1] === undefined ? KEPT_MASK : `${KEPT_MASK} ${found[1]}`;
}

/** Last characters of the secret that a document keeps, empty if not given; null when the value is not `keep`. */
export function keptSecretEnd(value: BodyValue | undefined): string | null {
  if (typeof value !== "string" || !value.startsWith(KEPT_MASK)) return null;
  return value.slice(KEPT_MASK.length + 1);
}

/** Exactly `${NAME}`, an environment variable. */
export const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/u;

/** Name of that notation in messages. */
export const VARIABLE_EXAMPLE = `\${NAME} of an environment variable`;
