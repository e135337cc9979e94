import { ownValue } from "../contract/json/own-values.ts";
import type { Operation } from "../contract/operation.ts";
import { allOperations, findOperation } from "../contract/operations.ts";
import { commonQuery, pathParameters } from "../contract/wire/wire.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { RUN } from "./table/commands.ts";
import { parse } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** One call as the command line names it, before any lookup. */
export type RunArguments = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** A file, `-` for standard input, or null. */
  readonly body: string | null;
  readonly confirm: string | null;
  readonly showRequest: boolean;
  readonly profile: string | undefined;
  readonly readOnly: boolean;
};

/** A parsed `sextant run`: a call, or help about one operation or all. */
type RunRequest =
  | { readonly kind: "call"; readonly call: RunArguments }
  | { readonly kind: "help"; readonly operation: Operation | null };

/** The operation for a name: its id, a current name of the service, or its number in the specification. */
function operationOf(name: string): Operation {
  const found = findOperation(name);
  if (found !== undefined) return found;
  const numbered = allOperations().filter(({ spec }) => spec?.toLowerCase() === name.toLowerCase());
  if (numbered.length > 1) {
    throw new WrongUse(`${name} matches several operations: ${numbered.map(({ id }) => id).join(", ")}.`);
  }
  const candidates = allOperations().map(({ id, aliases, spec }) => ({
    name: id,
    also: spec === null ? aliases : [...aliases, spec],
  }));
  const hint = didYouMeanElse(name, candidates, "sextant run --help lists the operations.");
  throw new WrongUse(`Unknown operation ${JSON.stringify(name)}. ${hint}`);
}

function pairOf(text: string): readonly [name: string, value: string] {
  const end = text.indexOf("=");
  if (end < 1) throw new WrongUse(`${JSON.stringify(text)} is not of the form name=value.`);
  return [text.slice(0, end), text.slice(end + 1)];
}

/** A query value of the type that its schema expects: the text, or its JSON value (`true`, `5`). */
function queryValue(operation: Operation, name: string, text: string): unknown {
  const schema = ownValue(operation.query, name);
  if (schema === undefined || schema.safeParse(text).success) return text;
  if (!/^(?:true|false|-?\d+(?:\.\d+)?)$/u.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return schema.safeParse(value).success ? value : text;
}

/** The parameter that was probably meant, or a list of all. */
function insteadOf(key: string, operation: Operation): string {
  const names = [...pathParameters(operation.path), ...Object.keys(operation.query)];
  return didYouMeanElse(key, names, names.length === 0 ? "It has no parameters." : `Parameters: ${names.join(", ")}.`);
}

/** Assigns the `name=value` words and the `--query` options to path and query parameters. */
function readValues(
  operation: Operation,
  words: readonly string[],
  queries: readonly string[],
): Pick<RunArguments, "params" | "query"> {
  const params: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const [pairs, queryPairs] = [words.map(pairOf), queries.map(pairOf)];
  const given = [...pairs, ...queryPairs].map(([key]) => key);
  const twice = given.find((key, index) => given.indexOf(key) !== index);
  if (twice !== undefined) throw new WrongUse(`${twice} is given twice.`);
  for (const [key, value] of pairs) {
    if (Object.hasOwn(operation.params, key)) params[key] = value;
    else if (Object.hasOwn(operation.query, key)) query[key] = queryValue(operation, key, value);
    else throw new WrongUse(`${operation.id} has no parameter ${JSON.stringify(key)}. ${insteadOf(key, operation)}`);
  }
  for (const [key, value] of queryPairs) {
    const names = [...Object.keys(operation.query), ...commonQuery(operation)];
    if (!names.includes(key)) {
      const taken = names.filter((name) => name !== "envelope").join(", ");
      throw new WrongUse(`${operation.id} has no query parameter ${JSON.stringify(key)}. Query parameters: ${taken}.`);
    }
    query[key] = queryValue(operation, key, value);
  }
  return { params, query };
}

/**
 * Reads the command line.
 *
 * @throws WrongUse with a message for the person
 */
export function readRunArguments(argv: readonly string[]): RunRequest {
  const parsed = parse(RUN, argv);
  const [name, ...words] = parsed.words;
  const operation = name === undefined ? null : operationOf(name);
  if (parsed.help) return { kind: "help", operation };
  if (operation === null) throw new WrongUse("Operation missing. sextant run --help lists the operations.");
  const call: RunArguments = {
    operation,
    ...readValues(operation, words, parsed.texts("query")),
    body: parsed.text("body") ?? null,
    confirm: parsed.text("confirm") ?? null,
    showRequest: parsed.isOn("show-request"),
    profile: parsed.text("profile"),
    readOnly: parsed.isOn("read-only"),
  };
  return { kind: "call", call };
}
