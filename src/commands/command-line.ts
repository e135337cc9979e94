import manifest from "../../package.json" with { type: "json" };
import { parsePlace } from "../state/place.ts";

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

const USAGE = `sextant ${manifest.version}: a terminal console for the Project Administration Service API

  sextant [PLACE]     the console, at an area or a thing in it
${COMMANDS.map(({ name, help }) => `  sextant ${name.padEnd(11)} ${help}`).join("\n")}
  sextant --version   print the version
  sextant --help      print this
`;

/**
 * Runs one command line.
 *
 * @param argv the arguments after the program's own name
 * @returns the exit code of the process
 */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const [command] = argv;
  if (command === "--version") {
    process.stdout.write(`${manifest.version}\n`);
    return DONE;
  }
  if (command === "--help") {
    process.stdout.write(USAGE);
    return DONE;
  }
  const known = COMMANDS.find(({ name }) => name === command);
  if (known !== undefined) return (await known.load())(argv.slice(1));
  if (command === undefined || command.startsWith("--") || parsePlace(command).ok) {
    return (await import("./console.ts")).runConsoleCommand(argv);
  }
  process.stderr.write(
    `sextant: there is no command ${JSON.stringify(command)}. sextant --help lists what there is.\n`,
  );
  return WRONG_USE;
}
