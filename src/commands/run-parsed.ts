import { EXIT, explained } from "./exit.ts";
import { complaintsOf, print } from "./output.ts";
import type { Command, Options } from "./table/command.ts";
import { helpOf } from "./table/help.ts";
import { type ParsedArguments, parse } from "./table/parse.ts";

/**
 * Runs a command as all of them are run: its words are read, `--help` is printed, and what is wrong is said in sentences.
 *
 * @param argv the words behind the command
 * @param explain says what was thrown, where that is not to end the program as a mistake of its own
 * @returns the exit code
 */
export async function runParsed<Own extends Options>(
  command: Command & { readonly options: Own },
  argv: readonly string[],
  perform: (parsed: ParsedArguments<Own>) => Promise<number>,
  explain = explained,
): Promise<number> {
  try {
    const parsed = parse(command, argv);
    if (!parsed.help) return await perform(parsed);
    await print(helpOf(command));
    return EXIT.done;
  } catch (error) {
    return explain(error, complaintsOf(command));
  }
}
