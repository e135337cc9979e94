import manifest from "../../package.json" with { type: "json" };
import { printable } from "../text/printable.ts";
import { readPlace } from "./places.ts";
import { FIRST_FRAME } from "./start/first-frame.ts";

/** Exit codes of every command: 0 done, 1 the service said no, 2 wrong use, 3 the service could not be reached. */
const DONE = 0;
const WRONG_USE = 2;

type Command = {
  readonly name: string;
  readonly help: string;
  /** Loads the command only when it is asked for. @returns how to run it: arguments in, exit code out. */
  readonly load: () => Promise<(argv: readonly string[]) => Promise<number>>;
};

const COMMANDS: readonly Command[] = [
  { name: "serve", help: "the service alone", load: async () => (await import("./serve.ts")).serve },
  { name: "run", help: "one call of the service", load: async () => (await import("./run.ts")).run },
  {
    name: "openapi",
    help: "the contract as OpenAPI 3.1",
    load: async () => (await import("./openapi.ts")).openapi,
  },
];

const THEMES = Object.keys(FIRST_FRAME.themes).filter((name) => name !== "none");

const PLACE_WIDTH = Math.max(...FIRST_FRAME.areas.map(({ id }) => id.length));

const USAGE = `sextant ${manifest.version}: a terminal console for the Project Administration Service API

  sextant [PLACE] [OPTION …]   the console, at an area or a thing in it
${COMMANDS.map(({ name, help }) => `  sextant ${name.padEnd(20)} ${help}`).join("\n")}
  sextant --version            print the version
  sextant --help               print this; after a command, print its own

Options of the console
  --profile NAME   the service and the keys of this profile
  --read-only      no write leaves this console, whatever the keys say
  --pane           without the sidebar, for a pane of a terminal multiplexer
  --theme NAME     ${THEMES.join(", ")}

Places, each by its id, its name on screen, in the singular or by its beginning; ids follow after a slash (restores/6b02…)
${FIRST_FRAME.areas.map(({ id, label }) => `  ${id.padEnd(PLACE_WIDTH)}   ${label}`).join("\n")}

A new alert rings, or is counted in the title of the window, once that is switched on: press :
and type bell or title. preferences.json keeps it as "calls": "off", "bell", "title" or "both".
Without a profile and without SEXTANT_* variables the console runs on its own service with sample data.
`;

/**
 * Runs one command line.
 *
 * @param argv the arguments after the program's own name
 * @param warnings what a console says at its start
 * @returns the exit code of the process
 */
export async function runCommandLine(argv: readonly string[], warnings: readonly string[]): Promise<number> {
  const [command] = argv;
  if (command === "--version") {
    process.stdout.write(`${manifest.version}\n`);
    return DONE;
  }
  const known = COMMANDS.find(({ name }) => name === command);
  if (known !== undefined) return (await known.load())(argv.slice(1));
  if (argv.includes("--help") || argv.includes("-h") || command === "help") {
    process.stdout.write(USAGE);
    return DONE;
  }
  const commands = COMMANDS.map(({ name }) => name);
  const place =
    command === undefined || command.startsWith("-") ? null : readPlace(command, FIRST_FRAME.areas, commands);
  if (place === null || place.ok) return (await import("./console.ts")).runConsoleCommand(argv, warnings);
  process.stderr.write(`sextant: ${printable(place.message)}\n`);
  return WRONG_USE;
}
