import { EXIT, reportFailure } from "./exit.ts";
import { errorPrinter, print } from "./output.ts";
import type { Command, Options } from "./table/command.ts";
import { helpOf } from "./table/help.ts";
import { type ParsedArguments, parse } from "./table/parse.ts";

/**
 * Runs any command: parses its words, prints `--help`, and reports errors as sentences.
 *
 * @param argv the words after the command
 * @param explain reports an error and returns its exit code; rethrows errors that are bugs
 * @returns the exit code
 */
export async function runParsed<Own extends Options>(
  command: Command & { readonly options: Own },
  argv: readonly string[],
  perform: (parsed: ParsedArguments<Own>) => Promise<number>,
  explain = reportFailure,
): Promise<number> {
  try {
    const parsed = parse(command, argv);
    if (!parsed.help) return await perform(parsed);
    await print(helpOf(command));
    return EXIT.done;
  } catch (error) {
    return explain(error, errorPrinter(command));
  }
}
