import manifest from "../../package.json" with { type: "json" };

/** Exit codes of every command: 0 done, 1 the service said no, 2 wrong use, 3 the service could not be reached. */
const DONE = 0;
const WRONG_USE = 2;

const USAGE = `sextant ${manifest.version}: a terminal console for the Project Administration Service API

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
  if (command === undefined || command === "--help") {
    process.stdout.write(USAGE);
    return DONE;
  }
  process.stderr.write(
    `sextant: there is no command ${JSON.stringify(command)}. sextant --help lists what there is.\n`,
  );
  return WRONG_USE;
}
