import { type Command, commandText, optionHelp, optionText } from "./command.ts";

/** The help of a command, formatted for a terminal of 80 columns. */

const WIDTH = 80;

/** Wraps text at a width; a longer word gets its own line. */
export function wrapped(text: string, width = WIDTH): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A wider term gets its own line. */
const WIDEST_TERM = 24;

/** Terms and their meanings, in two columns. */
function columns(rows: readonly (readonly [term: string, meaning: string])[]): readonly string[] {
  const wide = Math.max(0, ...rows.map(([term]) => term.length).filter((width) => width <= WIDEST_TERM));
  return rows.flatMap(([term, meaning]) => {
    const [first = "", ...rest] = wrapped(meaning, WIDTH - wide - 4);
    const below = (line: string): string => `  ${" ".repeat(wide)}  ${line}`;
    const start = term.length > wide ? [`  ${term}`, below(first)] : [`  ${term.padEnd(wide)}  ${first}`];
    return [...start, ...rest.map(below)];
  });
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

/** The usage line of a command: `sextant run OPERATION [name=value …] [OPTION …]`. */
export const synopsis = (command: Command): string =>
  [
    commandText(command),
    command.argument?.written ?? "",
    Object.keys(command.options).length === 0 ? "" : "[OPTION …]",
    command.argument?.behind ?? "",
  ]
    .filter((part) => part !== "")
    .join(" ");

const paragraphs = (notes: readonly string[]): readonly string[] => notes.flatMap((note) => ["", ...wrapped(note)]);

/** The help of one command, with a final line feed. */
export function helpOf(command: Command): string {
  const { argument, options, notes, examples, exits } = command;
  return [
    ...wrapped(`${commandText(command)}: ${command.help}`),
    "",
    `  ${synopsis(command)}`,
    ...(argument === null ? [] : section("Arguments", columns([[argument.written, argument.help]]))),
    ...section(
      "Options",
      columns(Object.entries(options).map(([name, option]) => [optionText(name, option), optionHelp(option)])),
    ),
    ...paragraphs(notes),
    ...section(
      "Examples",
      examples.flatMap(({ line, does }) => [...wrapped(does, WIDTH - 2).map((one) => `  ${one}`), `    ${line}`]),
    ),
    ...(exits.length === 0
      ? []
      : ["", ...wrapped(`Exit codes: ${exits.map(([code, meaning]) => `${code} ${meaning}`).join(", ")}.`)]),
    "",
  ].join("\n");
}

/** The help of a group of commands, such as `sextant profile`. */
export const groupHelp = (name: string, about: string, commands: Readonly<Record<string, Command>>): string =>
  [
    ...wrapped(`sextant ${name}: ${about}`),
    ...section("Commands", columns(Object.values(commands).map((command) => [commandText(command), command.help]))),
    "",
  ].join("\n");

/** A list of terms for the help of the whole program. */
export const listed = (title: string, rows: readonly (readonly [term: string, meaning: string])[]): readonly string[] =>
  section(title, columns(rows));
