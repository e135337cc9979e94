import { describe, expect, it } from "vitest";
import { Home } from "../journeys/home.ts";
import { Terminal } from "../journeys/terminal.ts";
import { type Ended, ended } from "./ended.ts";

/** Runs the program in somebody's home with pipes in place of a terminal. */
const piped = (home: Home, ...args: readonly string[]): Promise<Ended> =>
  ended(args, { PATH: process.env["PATH"], ...home.env });

/** Runs a command line in a terminal: what stands there at its end as one line, and its exit code. */
async function inTerminal(home: Home, command: string, env: Readonly<Record<string, string>> = {}) {
  const whole = { ...home.env, ...env, NODE: process.execPath };
  const terminal = new Terminal({ file: "/bin/sh", args: ["-c", command], cols: 200, env: whole });
  try {
    const { code } = await terminal.exit();
    return { said: terminal.history().join("\n"), code };
  } finally {
    await terminal.close();
  }
}

describe("the console without a terminal", () => {
  it("says in a sentence that it needs one, and what to use instead, and starts nothing", async () => {
    using home = new Home();
    const { code, stdout, stderr } = await piped(home);
    expect(stderr).toMatch(/^sextant: The console requires a terminal\b.*\bsextant run\b.*\n$/u);
    expect(stdout).toBe("");
    expect(code).toBe(2);
    expect([...home.files().keys()]).toEqual([]);
  });

  it("says so where only its output goes elsewhere", async () => {
    using home = new Home();
    const { said, code } = await inTerminal(home, `"$NODE" dist/main.js > "$HOME/out"`);
    expect(said).toContain("standard output is a pipe or a file");
    expect(code).toBe(2);
    expect(home.files().get("out")).toBe("");
  });

  it("says so on a terminal that cannot move its cursor", async () => {
    using home = new Home();
    const { said, code } = await inTerminal(home, `TERM=dumb "$NODE" dist/main.js`);
    expect(said).toContain("TERM=dumb");
    expect(code).toBe(2);
  });
});

describe("the console's help", () => {
  it.each([[["--help"]], [["overview", "--help"]], [["nowhere", "--help"]], [["--pane", "--help"]], [["help"]]])(
    "after %j names all places and options",
    async (args) => {
      using home = new Home();
      const { code, stdout, stderr } = await piped(home, ...args);
      expect(stdout).toMatch(/^ {2}search-indexes-first-generation +Indexes, 1st gen$/mu);
      for (const option of ["--profile NAME", "--read-only", "--pane", "--theme NAME"])
        expect(stdout).toContain(option);
      expect(stdout.split("\n").every((line) => line.length <= 130)).toBe(true);
      expect([stderr, code]).toEqual(["", 0]);
    },
  );
});

describe("the console's command line", () => {
  it.each([
    [["nowhere"], /Unknown place or command "nowhere"/u],
    [["retsores"], /Unknown place or command "retsores"\. Did you mean restore-jobs \(Restores\)/u],
    [["serv"], /Unknown place or command "serv"\. Did you mean serve/u],
    [["exp"], /Ambiguous place "exp": export-jobs \(Exports\), or export-buckets/u],
    [["alerts", "alert-configurations"], /Unexpected argument "alert-configurations"/u],
    [["--theme", "plaid"], /--theme does not take "plaid"\. (?:Did you mean|Use) /u],
    [["--nonsense"], /--nonsense/u],
  ])("refuses %j with words and exit code 2", async (args, words) => {
    using home = new Home();
    const { code, stdout, stderr } = await piped(home, ...args);
    expect(stderr).toMatch(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it("refuses a profile that is not there", async () => {
    using home = new Home();
    const { said, code } = await inTerminal(home, `"$NODE" dist/main.js --profile prod`);
    expect(said).toMatch(/No profiles yet/u);
    expect(code).toBe(2);
  });

  it("refuses credentials without an address rather than falling back to the embedded service", async () => {
    using home = new Home();
    const { said, code } = await inTerminal(home, `"$NODE" dist/main.js`, { SEXTANT_PUBLIC_KEY: "abcdefgh" });
    expect(said).toContain("set the environment variable SEXTANT_BASE_URL");
    expect(code).toBe(2);
    expect([...home.files().keys()].filter((file) => file.startsWith("data/"))).toEqual([]);
  });
});
