import manifest from "../../package.json" with { type: "json" };
import { lookupTable } from "../contract/json/own-values.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { EXIT } from "./exit.ts";
import { errorPrinter, ignoreErrors, OutputError, print } from "./output.ts";
import { readPlace } from "./places.ts";
import { FIRST_FRAME } from "./start/first-frame.ts";
import { COMMAND_NAMES } from "./table/commands.ts";
import { programHelp } from "./table/program-help.ts";

/** Runs a command: takes the arguments after its name, returns the exit code. */
type Run = (argv: readonly string[]) => Promise<number>;

/** Loaders of the commands: each module is imported only when its command runs. */
const LOAD: Readonly<Record<string, () => Promise<Run>>> = lookupTable({
  show: async () => (await import("./show.ts")).runShow,
  activity: async () => (await import("./activity.ts")).runActivity,
  check: async () => (await import("./check.ts")).runCheck,
  watch: async () => (await import("./watch.ts")).runWatch,
  export: async () => (await import("./export.ts")).runExport,
  diff: async () => (await import("./diff.ts")).runDiff,
  apply: async () => (await import("./apply.ts")).runApply,
  profile: async () => (await import("./profile.ts")).profile,
  doctor: async () => (await import("./doctor.ts")).doctor,
  serve: async () => (await import("./serve.ts")).serve,
  run: async () => (await import("./run.ts")).run,
  openapi: async () => (await import("./openapi.ts")).openapi,
  completion: async () => (await import("./completion.ts")).completion,
  // Called by shell completions, not by people.
  complete: async () => (await import("./completion.ts")).complete,
});

const runnerOf = (name: string | undefined): (() => Promise<Run>) | undefined =>
  name === undefined ? undefined : LOAD[name];

function noTopic(word: string): string {
  const topics = COMMAND_NAMES.map((name) => ({ name: `sextant help ${name}`, also: [name] }));
  const instead = didYouMeanElse(word, topics, "sextant --help lists them all.", 1);
  return `There is no command ${JSON.stringify(word)}. ${instead}`;
}

const isHelp = (word: string): boolean => word === "--help" || word === "-h";

/**
 * Runs one command line.
 *
 * @param argv the arguments after the program's own name
 * @param warnings messages that a console shows at its start
 * @returns the exit code of the process
 */
export async function runCommandLine(argv: readonly string[], warnings: readonly string[]): Promise<number> {
  ignoreErrors(process.stdout);
  ignoreErrors(process.stderr);
  try {
    return await runNamed(argv, warnings);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    errorPrinter({ name: "" })(error.message);
    return EXIT.refused;
  }
}

async function runNamed(argv: readonly string[], warnings: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === "--version") {
    await print(`${manifest.version}\n`);
    return EXIT.done;
  }
  const load = runnerOf(command);
  if (load !== undefined) return (await load())(rest);
  if (command === "help" || argv.some(isHelp)) {
    const topic = command === "help" ? rest[0] : undefined;
    const loadTopic = runnerOf(topic);
    if (loadTopic !== undefined) return (await loadTopic())([...rest.slice(1), "--help"]);
    if (topic !== undefined && !topic.startsWith("-")) {
      errorPrinter({ name: "help" })(noTopic(topic));
      return EXIT.wrongUse;
    }
    await print(programHelp());
    return EXIT.done;
  }
  const place =
    command === undefined || command.startsWith("-") ? null : readPlace(command, FIRST_FRAME.areas, COMMAND_NAMES);
  if (place === null || place.ok) return (await import("./console.ts")).runConsoleCommand(argv, warnings);
  errorPrinter({ name: "" })(place.message);
  return EXIT.wrongUse;
}
