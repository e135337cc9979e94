import { openApiDocument } from "../contract/openapi.ts";
import { DIALECTS, type DialectId } from "../contract/wire/dialect.ts";
import { EXIT, explained } from "./exit.ts";
import { jsonText } from "./json-text.ts";
import { complaintsOf, print } from "./output.ts";
import { OPENAPI } from "./table/commands.ts";
import { helpOf } from "./table/help.ts";
import { checkPositionals, parse } from "./table/parse.ts";

/** `sextant openapi`: the whole contract as one OpenAPI 3.1 document, for other people's tools. */

/** The dialect that is asked for, or null where help is. */
function readDialect(argv: readonly string[]): DialectId | null {
  const parsed = parse(OPENAPI, argv);
  if (parsed.help) return null;
  checkPositionals(OPENAPI, parsed.words);
  return DIALECTS.find((one) => one === parsed.text("dialect")) ?? "specification";
}

/**
 * Runs `sextant openapi`.
 *
 * @param argv the arguments after `openapi`
 * @returns the exit code: 0 with the document on stdout, 2 for wrong use
 */
export async function openapi(argv: readonly string[]): Promise<number> {
  try {
    const dialect = readDialect(argv);
    await print(dialect === null ? helpOf(OPENAPI) : `${jsonText(openApiDocument(dialect), true)}\n`);
    return EXIT.done;
  } catch (error) {
    return explained(error, complaintsOf(OPENAPI));
  }
}
