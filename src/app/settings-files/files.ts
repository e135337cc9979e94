import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import { writeJson } from "../../contract/json/json.ts";
import type { FileProblem } from "../../forms/settings-file/kind.ts";
import { type ReadFile, readDocuments } from "../../forms/settings-file/read-documents.ts";
import { LARGEST_FILE } from "../../forms/settings-file/read-yaml.ts";
import {
  jsonOf,
  keepingSeveral,
  noneJson,
  noneYaml,
  type SecretsAs,
  yamlOf,
} from "../../forms/settings-file/write-yaml.ts";
import { writeForeignFile } from "../../settings/files.ts";
import { readSettingsFiles, readSettingsStream, type SettingsText } from "../../settings/settings-folder.ts";
import { pluralize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { fileKinds, type ProjectSettings, settingsKindOf } from "./project.ts";
import type { ProjectSetting } from "./types.ts";

/** Reads files of settings as documents, and writes files from the settings of a project. */

/** The name of standard input among paths, and in messages. */
export const STANDARD_INPUT = { path: "-", name: "standard input" } as const;

/**
 * Reads files and folders; returns the problems of all of them together.
 *
 * @param input what is read for the path `-`; left out where that is a file like any other
 */
export async function readFiles(
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input?: AsyncIterable<Uint8Array | string>,
): Promise<ReadFile> {
  const textsOf = async (path: string): Promise<readonly SettingsText[]> =>
    input !== undefined && path === STANDARD_INPUT.path
      ? [await readSettingsStream(STANDARD_INPUT.name, input, LARGEST_FILE)]
      : readSettingsFiles(path, LARGEST_FILE);
  const texts = (await Promise.all(paths.map(textsOf))).flat();
  const kinds = fileKinds();
  const read = texts.map((text): ReadFile => {
    if ("text" in text) return readDocuments(text.name, text.text, { kinds, variable: (name) => env[name] });
    const { name, problem, line = 1 } = text;
    return { documents: [], none: [], problems: [{ file: name, line, column: 1, message: problem }] };
  });
  const documents = read.flatMap((one) => one.documents);
  const none = read.flatMap((one) => one.none);
  const problems = read.flatMap((one) => one.problems);
  const [first] = texts;
  if (documents.length + none.length + problems.length === 0 && first !== undefined) {
    return { documents, none, problems: [{ file: first.name, line: 1, column: 1, message: "has no settings in it" }] };
  }
  return { documents, none, problems };
}

/** Kinds that files contain, including those that they declare as empty. */
export const kindsIn = ({ documents, none }: Omit<ReadFile, "problems">): readonly SettingsKind[] => [
  ...new Set([...documents, ...none].map(({ kind }) => settingsKindOf(kind))),
];

/** `alerts.yaml:12:5: unknown field …` */
export const problemLine = ({ file, line, column, message }: FileProblem): string =>
  `${printable(file)}:${line}:${column}: ${message}`;

export type WrittenAs = { readonly format: "yaml" | "json"; readonly secrets: Exclude<SecretsAs, "ends"> };

/** Settings as the text of a file. */
export function settingsText(
  settings: readonly ProjectSetting[],
  { named }: Pick<ProjectSettings, "named">,
  { format, secrets }: WrittenAs,
): string {
  const several = secrets === "keep" ? keepingSeveral(settings) : new Set();
  const asOf = (one: ProjectSetting): SecretsAs => (several.has(one) ? "ends" : secrets);
  if (format === "json") {
    const documents = settings.map((one) => jsonOf(one, named, asOf(one)));
    return `${writeJson(documents, 2)}\n`;
  }
  return settings.map((one) => yamlOf(one, named, asOf(one))).join("---\n");
}

/** Text of a file for a kind without settings. */
const noneText = ({ file }: SettingsKind, { format }: WrittenAs): string =>
  format === "json" ? `${writeJson([noneJson(file)], 2)}\n` : noneYaml(file);

/** A file to be written. */
export type SettingsFile = { readonly path: string; readonly text: string; readonly documents: number };

/**
 * A file in the folder for each kind that has settings; for a kind without settings only if its file exists already, which would otherwise keep its
 * old content. A kind that could not be read has no file.
 */
export async function settingsFilesIn(
  folder: string,
  kinds: readonly SettingsKind[],
  read: ProjectSettings,
  ordered: readonly ProjectSetting[],
  written: WrittenAs,
): Promise<readonly SettingsFile[]> {
  const files = kinds.flatMap((kind) => {
    if (read.unread.some((one) => one.kind === kind)) return [];
    const own = ordered.filter(({ of }) => of === kind);
    const path = join(folder, `${kind.file.name}.${written.format}`);
    const text = own.length === 0 ? noneText(kind, written) : settingsText(own, read, written);
    return [{ path, text, documents: own.length }];
  });
  const existing = await existingOf(files.filter(({ documents }) => documents === 0));
  return files.filter((file) => file.documents > 0 || existing.includes(file));
}

/** Line about a written file. */
export const writtenLine = ({ path, documents }: SettingsFile): string =>
  `${path}: ${documents === 0 ? "none left" : pluralize(documents, "document")}`;

/** Those of the files that exist already. */
export async function existingOf(files: readonly SettingsFile[]): Promise<readonly SettingsFile[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const isThere = await stat(file.path).then(
        () => true,
        () => false,
      );
      return isThere ? [file] : [];
    }),
  );
  return found.flat();
}

/**
 * Writes files, each completely or not at all, and replaces earlier ones.
 *
 * @throws SettingsError when one cannot be written
 */
export async function writeSettingsFiles(
  files: readonly SettingsFile[],
  onWritten: (file: SettingsFile) => Promise<unknown>,
): Promise<void> {
  for (const file of files) {
    await writeForeignFile(file.path, file.text);
    await onWritten(file);
  }
}
