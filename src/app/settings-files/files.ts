import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SettingsKind } from "../../areas/settings-kind.ts";
import { writeJson } from "../../contract/json.ts";
import type { FileDocument, FileProblem } from "../../forms/settings-file/kind.ts";
import { readDocuments } from "../../forms/settings-file/read-documents.ts";
import { LARGEST_FILE } from "../../forms/settings-file/read-yaml.ts";
import { jsonOf, type SecretsAs, yamlOf } from "../../forms/settings-file/write-yaml.ts";
import { writeAtomically } from "../../settings/files.ts";
import { readSettingsFiles } from "../../settings/settings-folder.ts";
import { fileKinds, type ProjectSetting, type ProjectSettings } from "./project.ts";

/** Files of settings: read as documents, and written from what a project has. */

export type ReadFiles = { readonly documents: readonly FileDocument[]; readonly problems: readonly FileProblem[] };

/** Reads files and folders; what is wrong with one is said of all. */
export async function readFiles(
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadFiles> {
  const texts = (await Promise.all(paths.map((path) => readSettingsFiles(path, LARGEST_FILE)))).flat();
  const kinds = fileKinds();
  const read = texts.map((text): ReadFiles => {
    if ("text" in text) return readDocuments(text.name, text.text, { kinds, variable: (name) => env[name] });
    const { name, problem, line = 1 } = text;
    return { documents: [], problems: [{ file: name, line, column: 1, message: problem }] };
  });
  const documents = read.flatMap((one) => one.documents);
  const problems = read.flatMap((one) => one.problems);
  const [first] = texts;
  if (documents.length === 0 && problems.length === 0 && first !== undefined) {
    return { documents, problems: [{ file: first.name, line: 1, column: 1, message: "has no settings in it" }] };
  }
  return { documents, problems };
}

/** `alerts.yaml:12:5: unknown field …` */
export const problemLine = ({ file, line, column, message }: FileProblem): string =>
  `${file}:${line}:${column}: ${message}`;

export type WrittenAs = { readonly format: "yaml" | "json"; readonly secrets: SecretsAs };

/** Some settings as the text of one file. */
export function settingsText(
  settings: readonly ProjectSetting[],
  { named }: Pick<ProjectSettings, "named">,
  { format, secrets }: WrittenAs,
): string {
  if (format === "json") {
    const documents = settings.map((one) => jsonOf(one, named, secrets));
    return `${writeJson(documents, 2)}\n`;
  }
  return settings.map((one) => yamlOf(one, named, secrets)).join("---\n");
}

/** A file that is to be written. */
export type SettingsFile = { readonly path: string; readonly text: string; readonly documents: number };

/** A file for each kind that there is something of, in a folder. What could not be read has none. */
export function settingsFilesIn(
  folder: string,
  kinds: readonly SettingsKind[],
  read: ProjectSettings,
  ordered: readonly ProjectSetting[],
  written: WrittenAs,
): readonly SettingsFile[] {
  return kinds.flatMap((kind) => {
    const own = ordered.filter(({ of }) => of === kind);
    if (own.length === 0 || read.unread.some((one) => one.kind === kind)) return [];
    const path = join(folder, `${kind.file.name}.${written.format}`);
    return [{ path, text: settingsText(own, read, written), documents: own.length }];
  });
}

/** Those of the files that stand there already. */
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
 * Writes files, each whole or not at all, in place of earlier ones.
 *
 * @throws SettingsError when one cannot be written
 */
export async function writeSettingsFiles(
  folder: string,
  files: readonly SettingsFile[],
  onWritten: (file: SettingsFile) => Promise<unknown>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    await writeAtomically(file.path, file.text, "the settings");
    await onWritten(file);
  }
}
