import {
  settingsFilesIn,
  settingsText,
  type WrittenAs,
  writeSettingsFiles,
  writtenLine,
} from "../app/settings-files/files.ts";
import { inFileOrder, readProject, unreadTexts } from "../app/settings-files/project.ts";
import { planningSource } from "../app/settings-files/source.ts";
import { EXIT } from "./exit.ts";
import { errorPrinter, print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { kindsCalled } from "./settings/kinds.ts";
import { explainedByService, openSession, timeoutIn } from "./settings/session.ts";
import type { ParsedArguments } from "./table/parse.ts";
import { EXPORT } from "./table/settings-commands.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant export`: the settings of a project as files, for git and for other projects. */

const complain = errorPrinter(EXPORT);

async function exportSettings(parsed: ParsedArguments<typeof EXPORT.options>): Promise<number> {
  const { words } = parsed;
  if (words.length === 0) throw new WrongUse("What to export is missing: sextant export all, or a kind of settings.");
  const kinds = kindsCalled(words);
  const written: WrittenAs = {
    format: parsed.text("format") === "json" ? "json" : "yaml",
    secrets: parsed.text("secrets") === "names" ? "names" : "keep",
  };
  const session = await openSession(
    { profile: parsed.text("profile"), readOnly: true, isTraceless: true, timeout: timeoutIn(parsed) },
    process.env,
    complain,
  );
  try {
    const source = planningSource(await session.source(session.project(parsed.text("project"))), session.store);
    const read = await readProject(source, kinds);
    const ordered = inFileOrder(read.stored);
    const folder = parsed.text("output");
    if (folder === undefined) await print(settingsText(ordered, read, written));
    else {
      const files = await settingsFilesIn(folder, kinds, read, ordered, written);
      await writeSettingsFiles(files, (file) => print(`${writtenLine(file)}\n`));
    }
    for (const words of unreadTexts(read)) complain(words);
    return read.unread.length === 0 ? EXIT.done : EXIT.refused;
  } finally {
    await session.close();
  }
}

/**
 * Runs `sextant export`.
 *
 * @param argv the arguments after `export`
 * @returns the exit code: 0 printed, 1 only partly read, 2 wrong usage, 3 service not reachable
 */
export const runExport = (argv: readonly string[]): Promise<number> =>
  runParsed(EXPORT, argv, exportSettings, explainedByService);
