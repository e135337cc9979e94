import { allOperations } from "../contract/operations.ts";
import { pathParameters } from "../contract/wire/wire.ts";
import { settingsPaths } from "../settings/paths.ts";
import { readProfiles } from "../settings/profiles.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { printable } from "../text/printable.ts";
import { type Completion, complete as completionOf, type Known, type KnownProfile } from "./completion/candidates.ts";
import { completionScript, type Shell } from "./completion/scripts.ts";
import { EXIT } from "./exit.ts";
import { print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { FIRST_FRAME } from "./start/first-frame.ts";
import { COMPLETION } from "./table/commands.ts";
import { checkPositionals } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant completion` prints the script that a shell reads once; that script calls `sextant complete` while somebody types. */

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

function shellOf(name: string | undefined): Shell {
  const found = SHELLS.find((shell) => shell === name);
  if (found !== undefined) return found;
  if (name === undefined) throw new WrongUse(`Shell missing. Use ${SHELLS.join(", ")}.`);
  const instead = didYouMeanElse(name, SHELLS, `Use ${SHELLS.join(", ")}.`, 1);
  throw new WrongUse(`Unknown shell ${JSON.stringify(name)}. ${instead}`);
}

/**
 * Runs `sextant completion`.
 *
 * @returns the exit code: 0 with the script on stdout, 2 for wrong use
 */
export const completion = (argv: readonly string[]): Promise<number> =>
  runParsed(COMPLETION, argv, async ({ words }) => {
    checkPositionals(COMPLETION, words);
    await print(completionScript(shellOf(words[0])));
    return EXIT.done;
  });

/** The profiles; none where the file is broken: starting the console reports that, completion must not disturb typing. */
async function profiles(): Promise<readonly KnownProfile[]> {
  try {
    const found = await readProfiles(settingsPaths());
    return found.map(({ name, projects }) => ({
      name,
      projects: projects.map(({ id, alias, clusters }) => ({ id, alias, clusters: clusters.map((one) => one.name) })),
    }));
  } catch (failure) {
    if (failure instanceof SettingsError) return [];
    throw failure;
  }
}

const knownOperations = (): Known["operations"] =>
  allOperations().map(({ id, title, path, query }) => ({
    id,
    title,
    parameters: [...pathParameters(path), ...Object.keys(query)],
  }));

function linesOf(found: Completion): readonly string[] {
  if (found.kind !== "words") return [`:${found.kind}`];
  return (
    found.words
      // Words that are not printable cannot be passed to a shell.
      .filter(({ word }) => word === printable(word))
      .map(({ word, help }) => (help === "" ? word : `${word}\t${printable(help)}`))
  );
}

/**
 * Runs `sextant complete -- WORD …`: prints the candidates for the last word, one a line. Calls no service.
 *
 * @param argv `--`, then the words after `sextant` on the command line that is being typed
 */
export async function complete(argv: readonly string[]): Promise<number> {
  const typed = argv[0] === "--" ? argv.slice(1) : argv;
  const known = { areas: FIRST_FRAME.areas, operations: knownOperations(), profiles: await profiles() };
  await print(
    linesOf(completionOf(typed, known))
      .map((line) => `${line}\n`)
      .join(""),
  );
  return EXIT.done;
}
