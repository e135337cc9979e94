import { DIALECTS, type DialectId } from "../contract/dialect.ts";
import { openApiDocument } from "../contract/openapi.ts";
import { printable } from "../text/printable.ts";
import { jsonText } from "./json-text.ts";
import { OPENAPI } from "./table/commands.ts";
import { helpOf } from "./table/help.ts";
import { checkWords, parse } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant openapi`: the whole contract as one OpenAPI 3.1 document, for other people's tools. */

const DONE = 0;
const WRONG_USE = 2;

/** The dialect that is asked for, or null where help is. */
function readDialect(argv: readonly string[]): DialectId | null {
  const parsed = parse(OPENAPI, argv);
  if (parsed.help) return null;
  checkWords(OPENAPI, parsed.words);
  return DIALECTS.find((one) => one === parsed.text("dialect")) ?? "specification";
}

/**
 * Runs `sextant openapi`.
 *
 * @param argv the arguments after `openapi`
 * @returns the exit code: 0 with the document on stdout, 2 for wrong use
 */
export async function openapi(argv: readonly string[]): Promise<number> {
  let dialect: DialectId | null;
  try {
    dialect = readDialect(argv);
  } catch (failure) {
    if (!(failure instanceof WrongUse)) throw failure;
    process.stderr.write(`sextant openapi: ${printable(failure.message)}\n`);
    return WRONG_USE;
  }
  if (dialect === null) {
    process.stdout.write(helpOf(OPENAPI));
    return DONE;
  }
  const text = `${jsonText(openApiDocument(dialect), true)}\n`;
  // A pipe may take the document in pieces: it is whole before the process ends.
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return DONE;
}
