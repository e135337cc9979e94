import manifest from "../../../package.json" with { type: "json" };
import { FIRST_FRAME } from "../start/first-frame.ts";
import { commandText, optionHelp, optionText } from "./command.ts";
import { COMMANDS, CONSOLE } from "./commands.ts";
import { listed, synopsis, wrapped } from "./help.ts";

/** Description of the program in one line. */
export const DESCRIPTION = "a terminal console for the Project Administration Service API";

/** The areas that a place can name. */
export const PLACES = FIRST_FRAME.areas.map(({ id, label }) => [id, label] as const);

/** The help of the whole program: `sextant --help`. */
export const programHelp = (): string =>
  [
    `sextant ${manifest.version}: ${DESCRIPTION}`,
    ...listed("Commands", [
      ...COMMANDS.map(
        (command) => [command === CONSOLE ? synopsis(CONSOLE) : commandText(command), command.help] as const,
      ),
      ["sextant --version", "print the version"],
      ["sextant --help", "print this help; after a command, the help of the command"],
    ]),
    ...listed(
      "Console options",
      Object.entries(CONSOLE.options).map(([name, option]) => [optionText(name, option), optionHelp(option)]),
    ),
    "",
    ...wrapped(`Places: ${CONSOLE.argument.help}`),
    ...PLACES.map(([id, label]) => `  ${id.padEnd(Math.max(...PLACES.map(([each]) => each.length)))}  ${label}`),
    ...CONSOLE.notes.flatMap((note) => ["", ...wrapped(note)]),
    "",
  ].join("\n");
