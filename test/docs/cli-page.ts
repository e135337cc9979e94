import { type Command, commandText, optionHelp, optionText } from "../../src/commands/table/command.ts";
import { COMMANDS, VARIABLES } from "../../src/commands/table/commands.ts";
import { synopsis } from "../../src/commands/table/help.ts";
import { PLACES } from "../../src/commands/table/program-help.ts";

/** What `docs/cli.md` is made of: the table of commands that the program parses by. */

/** A cell of a table: a bar would end it. */
const cell = (text: string): string => text.replaceAll("|", "\\|");

const table = (head: readonly [string, string], rows: readonly (readonly [string, string])[]): readonly string[] => [
  `| ${head[0]} | ${head[1]} |`,
  "| --- | --- |",
  ...rows.map(([left, right]) => `| ${cell(left)} | ${cell(right)} |`),
];

const code = (text: string): string => `\`${text}\``;

function commandSection(command: Command): readonly string[] {
  const { argument, help, options, notes, examples, exits } = command;
  const taken: readonly (readonly [string, string])[] = [
    ...(argument === null ? [] : [[code(argument.written), argument.help] as const]),
    ...Object.entries(options).map(([name, option]) => [code(optionText(name, option)), optionHelp(option)] as const),
  ];
  return [
    "",
    `## ${commandText(command)}`,
    "",
    `${code(synopsis(command))}: ${help}.`,
    ...(taken.length === 0 ? [] : ["", ...table(["Option", "What it does"], taken)]),
    ...notes.flatMap((note) => ["", note]),
    ...examples.flatMap(({ line, does }) => ["", does, "", "```sh", line, "```"]),
    "",
    `Exit codes: ${exits.map(([number, meaning]) => `${number} ${meaning}`).join(", ")}.`,
  ];
}

export const cliPage = (): string =>
  [
    "# Command line",
    "",
    "Written by `npm run docs` from the table of commands that the program parses by. `--help` after any command prints its part;",
    "a wrong word is answered with the nearest right one.",
    ...COMMANDS.flatMap(commandSection),
    "",
    "## Places",
    "",
    ...table(
      ["Place", "Area"],
      PLACES.map(([id, label]) => [code(id), label] as const),
    ),
    "",
    "## Environment",
    "",
    ...table(
      ["Variable", "What it is"],
      VARIABLES.map(([names, help]) => [names.split(", ").map(code).join(", "), help] as const),
    ),
    "",
  ].join("\n");
