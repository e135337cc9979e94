import { parseArgs } from "node:util";
import { DIALECTS, type DialectId } from "../contract/dialect.ts";
import { openApiDocument } from "../contract/openapi.ts";
import { printable } from "../text/printable.ts";
import { jsonText } from "./json-text.ts";
import { flagProblem, WrongUse } from "./wrong-use.ts";

/** `sextant openapi`: the whole contract as one OpenAPI 3.1 document, for other people's tools. */

const DONE = 0;
const WRONG_USE = 2;

const OPENAPI_USAGE = `sextant openapi: the contract as OpenAPI 3.1, on stdout

  --dialect NAME        specification (default) or atlas
`;

function readFlags(argv: readonly string[]): DialectId {
  const { values } = parseArgs({
    args: [...argv],
    allowPositionals: false,
    options: { dialect: { type: "string", default: "specification" } },
  });
  const dialect = DIALECTS.find((one) => one === values.dialect);
  if (dialect === undefined) throw new WrongUse(`--dialect takes ${DIALECTS.join(" or ")}.`);
  return dialect;
}

/**
 * Runs `sextant openapi`.
 *
 * @param argv the arguments after `openapi`
 * @returns the exit code: 0 with the document on stdout, 2 for wrong use
 */
export async function openapi(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help")) {
    process.stdout.write(OPENAPI_USAGE);
    return DONE;
  }
  let dialect: DialectId;
  try {
    dialect = readFlags(argv);
  } catch (failure) {
    process.stderr.write(
      `sextant openapi: ${printable(flagProblem(failure))}; sextant openapi --help lists the flags.\n`,
    );
    return WRONG_USE;
  }
  const text = `${jsonText(openApiDocument(dialect), true)}\n`;
  // A pipe may take the document in pieces: it is whole before the process ends.
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return DONE;
}
