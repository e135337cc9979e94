/** Definition of a command of `sextant`: parsing, help, man page, completions and docs/cli.md are made from it. */

/** Kinds of values that completion can suggest. */
export type Suggested = "area" | "directory" | "file" | "operation" | "profile" | "project";

/** An option. Without `value` it is a switch. */
export type Option = {
  /** One line: its effect; lower case first letter, no full stop. */
  readonly help: string;
  /** Its one-letter form after a single hyphen. */
  readonly short?: string;
  /** Placeholder of its value in the help: `NAME`. */
  readonly value?: string;
  /** Allowed values. */
  readonly choices?: readonly string[];
  /** Default value. */
  readonly default?: string;
  /** It may be repeated. */
  readonly multiple?: true;
  readonly suggest?: Suggested;
};

export type Options = Readonly<Record<string, Option>>;

/** Positional arguments of a command. */
export type Argument = {
  /** Notation in the help: `[PLACE]`, `OPERATION`. */
  readonly written: string;
  readonly help: string;
  /** Notation after the options. */
  readonly behind?: string;
  /** Maximum number of words. */
  readonly most: number;
  /** All words are of the same kind: files, kinds of settings. */
  readonly areAlike?: true;
  readonly suggest?: Suggested;
  readonly choices?: readonly string[];
};

type Example = { readonly line: string; readonly does: string };

/** An exit code and what it means. */
type Exit = readonly [code: number, meaning: string];

export type Command = {
  /** The word after `sextant`; empty for the console. */
  readonly name: string;
  /** One line without a full stop. */
  readonly help: string;
  readonly argument: Argument | null;
  readonly options: Options;
  /** Further remarks, a sentence or two each. */
  readonly notes: readonly string[];
  readonly examples: readonly Example[];
  readonly exits: readonly Exit[];
};

/** The names of the options that take a value. */
export type Valued<Own extends Options> = {
  [Name in keyof Own]: Own[Name] extends { readonly value: string } ? Name : never;
}[keyof Own] &
  string;

/** The names of the options that are on or off. */
export type Switch<Own extends Options> = Exclude<keyof Own & string, Valued<Own>>;

/** The command as it is typed: `sextant serve`. */
export const commandText = ({ name }: Pick<Command, "name">): string => (name === "" ? "sextant" : `sextant ${name}`);

/** An option as it is typed: `--profile NAME`, `-t, --timeout SECONDS`. */
export const optionText = (name: string, { value, short }: Option): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;

/** The help of an option, with its values and its default. */
export function optionHelp({ help, choices, default: usual, multiple }: Option): string {
  const values = choices === undefined ? "" : `: ${choices.join(", ")}`;
  const several = multiple === true ? " (may be repeated)" : "";
  return `${help}${values}${several}${usual === undefined ? "" : ` (default: ${usual})`}`;
}
