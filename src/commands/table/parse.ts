import { parseArgs } from "node:util";
import { didYouMeanElse } from "../../text/nearest.ts";
import { WrongUse } from "../wrong-use.ts";
import {
  type Command,
  commandText,
  type Option,
  type Options,
  optionText,
  type Switch,
  type Valued,
} from "./command.ts";

/** A parsed command line, by the names of the command's own options. */
export type ParsedArguments<Own extends Options> = {
  /** Words that belong to no option, in order. */
  readonly words: readonly string[];
  /** `--help` was given: everything else is ignored. */
  readonly help: boolean;
  /** Value of an option, or its default. */
  text(name: Valued<Own>): string | undefined;
  /** All values of an option that may be repeated. */
  texts(name: Valued<Own>): readonly string[];
  isOn(name: Switch<Own>): boolean;
};

/** A negative number is a value, not an option. */
const isNegative = (word: string): boolean => /^-[\d.]/u.test(word);

/** `-` alone means standard input. */
const isOptionLike = (word: string): boolean => word.startsWith("-") && word !== "-" && !isNegative(word);

function unknownOption(written: string, command: Command): WrongUse {
  const candidates = ["help", ...Object.keys(command.options)].map((name) => ({ name: `--${name}`, also: [name] }));
  const all = `${commandText(command)} --help lists the options.`;
  const instead = didYouMeanElse(written.replace(/^-+/u, ""), candidates, all);
  return new WrongUse(`Unknown option ${written}. ${instead}`);
}

function checkValue(name: string, option: Option, value: string): void {
  if (option.choices === undefined || option.choices.includes(value)) return;
  const instead = didYouMeanElse(value, option.choices, `Use ${option.choices.join(", ")}.`, 1);
  throw new WrongUse(`--${name} does not take ${JSON.stringify(value)}. ${instead}`);
}

/**
 * Parses the words after a command.
 *
 * @throws WrongUse with a message for the person: an unknown option, with the nearest one, a missing value or an unexpected one
 */
export function parse<Own extends Options>(
  command: Command & { readonly options: Own },
  argv: readonly string[],
): ParsedArguments<Own> {
  const { options } = command;
  const known = new Map<string, Option>(Object.entries(options));
  const values = new Map<string, string[]>();
  const words: string[] = [];
  let help = false;
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...known].map(([name, { value, short }]) => [
        name,
        {
          type: value === undefined ? ("boolean" as const) : ("string" as const),
          ...(short === undefined ? {} : { short }),
        },
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    // `-t=5` is meant like `--timeout=5`.
    const isShortInline = !rawName.startsWith("--") && token.inlineValue === true;
    const value = isShortInline ? token.value?.replace(/^=/u, "") : token.value;
    if (rawName === "--help" || rawName === "-h") {
      help = true;
      continue;
    }
    const option = known.get(name);
    const isWritten = rawName.startsWith("--") || rawName === `-${option?.short}`;
    if (option === undefined || !isWritten) throw unknownOption(rawName, command);
    if (option.value === undefined) {
      if (value !== undefined) throw new WrongUse(`--${name} takes no value.`);
      values.set(name, []);
    } else {
      const isNone = value === undefined || (token.inlineValue !== true && isOptionLike(value));
      // An empty name or path comes from an unset variable of a script.
      if (isNone || (option.suggest !== undefined && value === ""))
        throw new WrongUse(`--${name} requires a value: ${optionText(name, option)}.`);
      checkValue(name, option, value);
      const given = values.get(name) ?? [];
      if (given.length > 0 && option.multiple !== true) throw new WrongUse(`--${name} is given twice.`);
      values.set(name, [...given, value]);
    }
  }
  if (!help && command.argument !== null && words.includes("")) {
    throw new WrongUse(
      `Empty argument: ${commandText(command)} takes ${command.argument.written}. A variable of a script may be unset.`,
    );
  }
  return {
    words,
    help,
    text: (name) => values.get(name)?.[0] ?? known.get(name)?.default,
    texts: (name) => values.get(name) ?? [],
    isOn: (name) => values.has(name),
  };
}

/** @throws WrongUse where there are more words than the command takes */
export function checkPositionals(command: Command, words: readonly string[]): void {
  const most = command.argument?.most ?? 0;
  const tooMany = words[most];
  if (tooMany === undefined) return;
  const taken = most === 0 ? "no argument" : "one argument only";
  throw new WrongUse(`Unexpected argument ${JSON.stringify(tooMany)}: ${commandText(command)} takes ${taken}.`);
}
