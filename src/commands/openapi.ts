import { openApiDocument } from "../contract/openapi.ts";
import { DIALECTS, type DialectId } from "../contract/wire/dialect.ts";
import { EXIT } from "./exit.ts";
import { jsonText } from "./json-text.ts";
import { print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { OPENAPI } from "./table/commands.ts";
import { checkPositionals, type ParsedArguments } from "./table/parse.ts";

/** `sextant openapi`: the whole contract as one OpenAPI 3.1 document, for other tools. */

function readDialect(parsed: ParsedArguments<typeof OPENAPI.options>): DialectId {
  checkPositionals(OPENAPI, parsed.words);
  return DIALECTS.find((one) => one === parsed.text("dialect")) ?? "specification";
}

/**
 * Runs `sextant openapi`.
 *
 * @param argv the arguments after `openapi`
 * @returns the exit code: 0 with the document on stdout, 2 for wrong use
 */
export const openapi = (argv: readonly string[]): Promise<number> =>
  runParsed(OPENAPI, argv, async (parsed) => {
    await print(`${jsonText(openApiDocument(readDialect(parsed)), true)}\n`);
    return EXIT.done;
  });
