import { didYouMeanElse } from "../text/nearest.ts";
import { EXIT } from "./exit.ts";
import { print } from "./output.ts";
import type { Command } from "./table/command.ts";
import { groupHelp } from "./table/help.ts";
import { WrongUse } from "./wrong-use.ts";

/** Commands that have others below them: `sextant profile`, `sextant serve keys`. */

type Group<Name extends string> = {
  readonly name: string;
  /** One line without a full stop. */
  readonly about: string;
  readonly commands: Readonly<Record<Name, Command>>;
};

const HELP: readonly (string | undefined)[] = ["--help", "-h", "help"];

/**
 * Performs the command of a group that the first word names, or prints the help of the group.
 *
 * @returns the exit code
 * @throws WrongUse where the word is missing or unknown
 */
export async function performSubCommand<Name extends string>(
  { name, about, commands }: Group<Name>,
  [word, ...rest]: readonly string[],
  perform: (name: Name, argv: readonly string[]) => Promise<number>,
): Promise<number> {
  if (HELP.includes(word)) {
    await print(groupHelp(name, about, commands));
    return EXIT.done;
  }
  const isCommand = (text: string): text is Name => Object.hasOwn(commands, text);
  if (word !== undefined && isCommand(word)) return perform(word, rest);
  const names = Object.keys(commands);
  const what = word === undefined ? "The command is missing." : `Unknown command ${JSON.stringify(word)}.`;
  const instead = didYouMeanElse(word ?? "", names, `sextant ${name} takes ${names.join(", ")}.`, 1);
  throw new WrongUse(`${what} ${instead}`);
}
