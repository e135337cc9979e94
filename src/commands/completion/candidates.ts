import type { AreaId } from "../../contract/area-ids.ts";
import type { Command, Option, Options, Suggested } from "../table/command.ts";
import { COMMANDS, CONSOLE } from "../table/commands.ts";

/** A suggestion of a shell for the word that is being typed. */

type Candidate = { readonly word: string; readonly help: string };

/** Words to choose from, or an instruction to the shell to suggest files or directories. */
export type Completion =
  | { readonly kind: "words"; readonly words: readonly Candidate[] }
  | { readonly kind: "files" }
  | { readonly kind: "directories" };

/** An operation as it is typed after `sextant run`. */
type KnownOperation = { readonly id: string; readonly title: string; readonly parameters: readonly string[] };

/** A profile with the projects and clusters that it names. */
export type KnownProfile = {
  readonly name: string;
  readonly projects: readonly {
    readonly id: string;
    readonly alias?: string | undefined;
    readonly clusters: readonly string[];
  }[];
};

/** Sources of suggestions besides the table of commands. */
export type Known = {
  readonly areas: readonly { readonly id: AreaId; readonly label: string }[];
  readonly operations: readonly KnownOperation[];
  readonly profiles: readonly KnownProfile[];
};

/** The next words of commands that start with the typed words; a command name may have two words. */
function commandNames(typed: readonly string[]): readonly Candidate[] {
  const depth = typed.length;
  const words = COMMANDS.flatMap(({ name, help }) => {
    const parts = name.split(" ");
    if (name === "" || parts.length <= depth || parts.slice(0, depth).join(" ") !== typed.join(" ")) return [];
    return [{ word: parts[depth] ?? "", help: parts.length === depth + 1 ? help : "" }];
  });
  return [...new Map(words.map((one) => [one.word, one])).values()];
}

const oneOf = (words: readonly Candidate[]): Completion => ({ kind: "words", words });

const bare = (word: string): Candidate => ({ word, help: "" });

function suggestions(suggested: Suggested | undefined, words: readonly string[], known: Known): Completion {
  switch (suggested) {
    case "area":
      return oneOf(known.areas.map(({ id, label }) => ({ word: id, help: label })));
    case "operation":
      return oneOf(known.operations.map(({ id, title }) => ({ word: id, help: title })));
    case "profile":
      return oneOf(known.profiles.map(({ name }) => bare(name)));
    case "project":
      return oneOf(projectsOf(words, known));
    case "directory":
      return { kind: "directories" };
    case "file":
      return { kind: "files" };
    case undefined:
      return oneOf([]);
  }
}

const valuesOf = (
  { choices, suggest }: Pick<Option, "choices" | "suggest">,
  words: readonly string[],
  known: Known,
): Completion => (choices === undefined ? suggestions(suggest, words, known) : oneOf(choices.map(bare)));

/** The profiles that a command line refers to: the named one, or all. */
function meantProfiles(words: readonly string[], { profiles }: Known): readonly KnownProfile[] {
  const named = words[words.indexOf("--profile") + 1];
  const own = words.includes("--profile") ? profiles.filter(({ name }) => name === named) : [];
  return own.length > 0 ? own : profiles;
}

/** The projects that profiles name. */
const projectsOf = (words: readonly string[], known: Known): readonly Candidate[] =>
  meantProfiles(words, known)
    .flatMap(({ projects }) => projects)
    .map(({ id, alias }) => (alias === undefined ? bare(id) : { word: alias, help: id }));

/** The values of a parameter that profiles name. */
function valuesOfParameter(name: string, words: readonly string[], known: Known): readonly Candidate[] {
  if (name === "groupId") return projectsOf(words, known);
  if (name !== "clusterName") return [];
  const projects = meantProfiles(words, known).flatMap((profile) => profile.projects);
  return [...new Set(projects.flatMap(({ clusters }) => clusters))].map(bare);
}

/** Suggestions after an operation: its parameters, then the values of one. */
function parameters(operation: KnownOperation, words: readonly string[], current: string, known: Known): Completion {
  const [name = "", value] = current.split("=", 2);
  if (value !== undefined) {
    return oneOf(valuesOfParameter(name, words, known).map(({ word, help }) => ({ word: `${name}=${word}`, help })));
  }
  const given = new Set(words.map((word) => word.split("=", 1)[0]));
  return oneOf(operation.parameters.filter((each) => !given.has(each)).map((each) => bare(`${each}=`)));
}

/** The options of a command that are not yet on the line, or may be repeated. */
const optionsLeft = ({ options }: Command, words: readonly string[]): readonly Candidate[] => [
  ...Object.entries(options)
    .filter(
      ([name, { multiple, short }]) =>
        multiple === true || !(words.includes(`--${name}`) || words.includes(`-${short}`)),
    )
    .map(([name, { help }]) => ({ word: `--${name}`, help })),
  { word: "--help", help: "print help" },
];

/** The option that a word names, long or short. */
const optionWritten = (options: Options, word = ""): Option | undefined =>
  word.startsWith("--")
    ? options[word.slice(2)]
    : Object.values(options).find(({ short }) => short !== undefined && word === `-${short}`);

/** The words of a command line that are neither options nor their values. */
const positionals = ({ options }: Command, words: readonly string[]): readonly string[] =>
  words.filter((word, index) => !word.startsWith("-") && optionWritten(options, words[index - 1])?.value === undefined);

function argumentsOf(command: Command, words: readonly string[], current: string, known: Known): Completion {
  const { argument } = command;
  const plain = positionals(command, words);
  const operation = known.operations.find(({ id }) => id === plain[0]);
  if (argument?.suggest === "operation" && operation !== undefined) return parameters(operation, words, current, known);
  if (argument === null || (plain.length > 0 && argument.areAlike !== true)) return oneOf([]);
  const found = valuesOf(argument, words, known);
  return found.kind === "words" ? oneOf(found.words.filter(({ word }) => !plain.includes(word))) : found;
}

/** All candidates for the position of the last word, whatever its first letters. */
function possible(typed: readonly string[], known: Known): Completion {
  const command =
    COMMANDS.findLast(({ name }) => name !== "" && name === typed.slice(0, name.split(" ").length).join(" ")) ??
    CONSOLE;
  const words = typed.slice(command === CONSOLE ? 0 : command.name.split(" ").length, -1);
  const current = typed.at(-1) ?? "";
  const options: Options = command.options;
  const awaited = optionWritten(options, words.at(-1));
  if (awaited?.value !== undefined) return valuesOf(awaited, words, known);
  const inline = /^--([^=]+)=/u.exec(current);
  if (inline !== null) {
    const found = valuesOf(options[inline[1] ?? ""] ?? {}, words, known);
    return found.kind === "words"
      ? oneOf(found.words.map(({ word, help }) => ({ word: `${inline[0]}${word}`, help })))
      : found;
  }
  if (current.startsWith("-")) return oneOf(optionsLeft(command, words));
  const own = argumentsOf(command, words, current, known);
  const next = commandNames(typed.slice(0, -1));
  if (command === CONSOLE && typed.length > 1 && next.length > 0) return oneOf(next);
  return own.kind === "words" ? oneOf([...next, ...own.words]) : own;
}

/**
 * The completion of the last word.
 *
 * @param typed the words after `sextant`; the last one is being typed and may be empty
 */
export function complete(typed: readonly string[], known: Known): Completion {
  const found = possible(typed, known);
  const current = typed.at(-1) ?? "";
  return found.kind === "words" ? oneOf(found.words.filter(({ word }) => word.startsWith(current))) : found;
}
