import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "../app/error-text.ts";
import { inFileOrder, type ProjectSetting, type ProjectSettings, readProject } from "../app/settings-files/project.ts";
import type { SettingsKind } from "../areas/settings-kind.ts";
import { ServiceError } from "../client/service-error.ts";
import { writeJson } from "../contract/json.ts";
import { jsonOf, type SecretsAs, yamlOf } from "../forms/settings-file/write-yaml.ts";
import { writeAtomically } from "../settings/files.ts";
import { pluralize } from "../text/format.ts";
import { EXIT, explained } from "./exit.ts";
import { complaintsOf, print } from "./output.ts";
import { kindsCalled } from "./settings/kinds.ts";
import { openSession, planning } from "./settings/session.ts";
import { unreadTexts } from "./settings/unread.ts";
import { helpOf } from "./table/help.ts";
import { parse } from "./table/parse.ts";
import { EXPORT } from "./table/settings-commands.ts";
import { wholeNumber } from "./whole-number.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant export`: the settings of a project as files, for git and for other projects. */

const MOST_SECONDS = 3600;

const complain = complaintsOf(EXPORT);

type Written = { readonly format: "yaml" | "json"; readonly secrets: SecretsAs };

/** Some settings as the text of one file. */
function textOf(settings: readonly ProjectSetting[], { named }: ProjectSettings, { format, secrets }: Written): string {
  if (format === "json")
    return `${writeJson(
      settings.map((one) => jsonOf(one, named, secrets)),
      2,
    )}\n`;
  return settings.map((one) => yamlOf(one, named, secrets)).join("---\n");
}

/** A file for each kind that there is something of. */
async function writeFiles(
  folder: string,
  kinds: readonly SettingsKind[],
  read: ProjectSettings,
  ordered: readonly ProjectSetting[],
  written: Written,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const kind of kinds) {
    if (read.unread.some((one) => one.kind === kind)) continue;
    const own = ordered.filter(({ of }) => of === kind);
    if (own.length === 0) continue;
    const path = join(folder, `${kind.file.name}.${written.format}`);
    await writeAtomically(path, textOf(own, read, written), "the settings");
    await print(`${path}: ${pluralize(own.length, "document")}\n`);
  }
}

async function exportSettings(parsed: ReturnType<typeof parsedOf>): Promise<number> {
  const { words } = parsed;
  if (words.length === 0) throw new WrongUse("What to export is missing: sextant export all, or a kind of settings.");
  const kinds = kindsCalled(words);
  const written: Written = {
    format: parsed.text("format") === "json" ? "json" : "yaml",
    secrets: parsed.text("secrets") === "names" ? "names" : "keep",
  };
  const timeout = (wholeNumber("timeout", parsed.text("timeout"), 1, MOST_SECONDS) ?? 0) * 1000;
  const session = await openSession(
    { profile: parsed.text("profile"), readOnly: true, isTraceless: true, timeout },
    process.env,
    complain,
  );
  try {
    const source = planning(await session.source(session.project(parsed.text("project"))), session.store);
    const read = await readProject(source, kinds);
    const ordered = inFileOrder(read.stored);
    const folder = parsed.text("output");
    if (folder === undefined) await print(textOf(ordered, read, written));
    else await writeFiles(folder, kinds, read, ordered, written);
    for (const words of unreadTexts(read)) complain(words);
    return read.unread.length === 0 ? EXIT.done : EXIT.refused;
  } finally {
    await session.close();
  }
}

const parsedOf = (argv: readonly string[]) => parse(EXPORT, argv);

/**
 * Runs `sextant export`.
 *
 * @param argv the arguments after `export`
 * @returns the exit code: 0 printed, 1 not all of it could be read, 2 wrong usage, 3 service not reachable
 */
export async function runExport(argv: readonly string[]): Promise<number> {
  try {
    const parsed = parsedOf(argv);
    if (!parsed.help) return await exportSettings(parsed);
    await print(helpOf(EXPORT));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof ServiceError)) return explained(error, complain);
    complain(errorText(error));
    return EXIT.unreached;
  }
}
