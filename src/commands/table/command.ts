/** What a command of `sextant` is called and takes: parsing, help, the man page, completions and docs/cli.md are made from it. */

/** What can be suggested while a value is typed. */
export type Suggested = "area" | "directory" | "file" | "operation" | "profile" | "project";

/** An option. Without `value` it is switched on by being there. */
export type Option = {
  /** One line: what it does; with a small first letter and without a full stop. */
  readonly help: string;
  /** One letter that stands for it behind one hyphen. */
  readonly short?: string;
  /** What stands for its value in the help: `NAME`. */
  readonly value?: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** What it is where it is left out. */
  readonly default?: string;
  /** It may be given several times. */
  readonly multiple?: true;
  readonly suggest?: Suggested;
};

export type Options = Readonly<Record<string, Option>>;

/** What stands behind a command without a name before it. */
export type Argument = {
  /** As the help writes it: `[PLACE]`, `OPERATION`. */
  readonly written: string;
  readonly help: string;
  /** What stands behind the options. */
  readonly behind?: string;
  /** How many words of it there may be. */
  readonly most: number;
  /** Each of them is what the first one is: files, kinds. */
  readonly areAlike?: true;
  readonly suggest?: Suggested;
  readonly choices?: readonly string[];
};

export type Example = { readonly line: string; readonly does: string };

/** An exit code and what it means. */
export type Exit = readonly [code: number, meaning: string];

export type Command = {
  /** The word behind `sextant`; empty for the console. */
  readonly name: string;
  /** One line without a full stop. */
  readonly help: string;
  readonly argument: Argument | null;
  readonly options: Options;
  /** What else there is to know, a sentence or two each. */
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

/** How a command is called, with its own name: `sextant serve`. */
export const calledAs = ({ name }: Pick<Command, "name">): string => (name === "" ? "sextant" : `sextant ${name}`);

/** An option as it is typed: `--profile NAME`, `-t, --timeout SECONDS`. */
export const writtenOption = (name: string, { value, short }: Option): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;

/** What an option does, with its values and what it is where it is left out. */
export function optionHelp({ help, choices, default: usual, multiple }: Option): string {
  const values = choices === undefined ? "" : `: ${choices.join(", ")}`;
  const several = multiple === true ? " (may be repeated)" : "";
  return `${help}${values}${several}${usual === undefined ? "" : ` (default: ${usual})`}`;
}
