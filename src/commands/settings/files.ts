import { fileKinds } from "../../app/settings-files/project.ts";
import type { FileDocument, FileProblem } from "../../forms/settings-file/kind.ts";
import { readDocuments } from "../../forms/settings-file/read-documents.ts";
import { LARGEST_FILE } from "../../forms/settings-file/read-yaml.ts";
import { readSettingsFiles } from "../../settings/settings-folder.ts";

/** The documents of the files and folders of a command line. */

export type ReadFiles = { readonly documents: readonly FileDocument[]; readonly problems: readonly FileProblem[] };

/** Reads all of them; what is wrong with one is said of all. */
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
