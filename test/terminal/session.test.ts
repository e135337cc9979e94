import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireTerminal } from "../../src/terminal/session.ts";
import { bundledProgram } from "../bundled-program.ts";
import { interactiveShell } from "../journeys/shell.ts";
import { type Modes, Terminal } from "../journeys/terminal.ts";

const program = await bundledProgram(join(import.meta.dirname, "programs", "session.ts"));

const atRest: Modes = {
  alternateScreen: false,
  cursorVisible: true,
  bracketedPaste: false,
  mouseTracking: "none",
  focusReports: false,
  applicationCursorKeys: false,
  autoWrap: true,
  synchronizedOutput: false,
  kittyKeyboard: 0,
};

const inUse: Partial<Modes> = {
  alternateScreen: true,
  cursorVisible: false,
  bracketedPaste: true,
  mouseTracking: "vt200",
  kittyKeyboard: 1,
};

let folder = "";
let terminal: Terminal | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sextant-session-"));
});

afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  rmSync(folder, { recursive: true });
});

function draft(): string {
  return readFileSync(join(folder, "draft"), "utf8");
}

/** The program on the alternate screen, with one key pressed. */
async function start(): Promise<Terminal> {
  terminal = new Terminal({ args: [program, join(folder, "draft")], keys: { quit: "q", suspend: "ctrl+z" } });
  await terminal.waitFor("last key: none");
  await terminal.waitForModes(inUse);
  terminal.type("x");
  await terminal.waitFor("last key: x");
  return terminal;
}

describe("the end of a session", () => {
  it("leaves the terminal as it was, and the drafts on disk, when it is quit", async () => {
    const running = await start();
    running.press("quit");
    expect(await running.exit()).toEqual({ code: 0, signal: 0 });
    expect(running.modes()).toEqual(atRest);
    expect(running.screen()[0]).toBe("left");
    expect(draft()).toBe("draft with x");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("does so at %s", async (signal, code) => {
    const running = await start();
    running.kill(signal);
    expect(await running.exit()).toEqual({ code, signal: 0 });
    expect(running.modes()).toEqual(atRest);
    expect(running.text().trim()).toBe("");
    expect(running.cursor()).toEqual({ x: 0, y: 0 });
    expect(draft()).toBe("draft with x");
  });

  it.each([
    ["c", "in a timer"],
    ["r", "in a promise"],
    ["d", "in a render"],
  ])("does so at an error that nobody caught (%s), and says it", async (key, message) => {
    const running = await start();
    running.type(key);
    expect(await running.exit()).toEqual({ code: 1, signal: 0 });
    expect(running.modes()).toEqual(atRest);
    expect(running.text()).toContain(`It stopped: ${message}`);
    expect(draft()).toMatch(/^draft with/);
  });
});

it("hears what Node warns of, which is not written over the screen", async () => {
  const running = await start();
  running.type("n");
  await running.waitFor("last key: warned: A timer is too long.");
  expect(running.text()).not.toMatch(/Warning/u);
  running.press("quit");
  expect(await running.exit()).toEqual({ code: 0, signal: 0 });
});

describe("Ctrl-Z", () => {
  it("gives the terminal back to the shell, and takes it again with fg", async () => {
    terminal = new Terminal(interactiveShell({ PROGRAM: program, DRAFT: join(folder, "draft") }));
    await terminal.waitFor("shell>");
    terminal.type('"$NODE" "$PROGRAM" "$DRAFT"\r');
    await terminal.waitFor("last key: none");
    await terminal.waitForModes(inUse);
    terminal.key("ctrl+z");
    await terminal.waitForModes(atRest);
    terminal.type("echo the shell is $((1 + 1)) here\r");
    await terminal.waitFor("the shell is 2 here");
    terminal.type("fg\r");
    await terminal.waitFor("last key: none");
    await terminal.waitForModes(inUse);
    terminal.type("y");
    await terminal.waitFor("last key: y");
    terminal.type("q");
    await terminal.waitFor("left");
    await terminal.waitForModes(atRest);
    expect(draft()).toBe("draft with y");
  });

  it("knows the size that the terminal got meanwhile as soon as it has it again", async () => {
    terminal = new Terminal(interactiveShell({ PROGRAM: program, DRAFT: join(folder, "draft") }));
    await terminal.waitFor("shell>");
    terminal.type('"$NODE" "$PROGRAM" "$DRAFT"\r');
    await terminal.waitFor("last key: none");
    terminal.type("w");
    await terminal.waitFor("last key: wide 80");
    terminal.key("ctrl+z");
    await terminal.waitForModes(atRest);
    terminal.resize(50, 10);
    terminal.type("echo the shell is $((1 + 1)) here\r");
    await terminal.waitFor("the shell is 2 here");
    terminal.type("fg\r");
    await terminal.waitForModes(inUse);
    terminal.type("w");
    await terminal.waitFor("last key: wide 50");
    terminal.type("q");
    await terminal.waitFor("left");
  });

  it("takes the terminal back when it was stopped from outside and goes on", async () => {
    terminal = new Terminal(interactiveShell({ PROGRAM: program, DRAFT: join(folder, "draft") }));
    await terminal.waitFor("shell>");
    terminal.type('"$NODE" "$PROGRAM" "$DRAFT"\r');
    await terminal.waitFor("last key: none");
    await terminal.waitForModes(inUse);
    terminal.type("s");
    await terminal.waitFor("last key: s");
    const [, pid] = /process (\d+)/.exec(terminal.text()) ?? [];
    process.kill(Number(pid), "SIGSTOP");
    await terminal.waitFor("Stopped");
    // The shell reads from a terminal that is still in raw mode: a line ends with a line feed.
    terminal.type("fg\n");
    await terminal.waitUntilAbsent("Stopped");
    await terminal.waitForModes(inUse);
    await terminal.waitFor("last key: s");
    expect(terminal.text().trim()).toBe(`last key: s, process ${pid}.`);
    terminal.type("t");
    await terminal.waitFor("last key: t");
    terminal.type("q");
    await terminal.waitFor("left");
    await terminal.waitForModes(atRest);
  });

  it("goes on at once where nobody does job control", async () => {
    const running = await start();
    running.press("suspend");
    running.type("y");
    await running.waitFor("last key: y");
    await running.waitForModes(inUse);
  });
});

describe("requireTerminal", () => {
  const tty = { isTTY: true };

  it("has nothing to say where the console can run", () => {
    expect(requireTerminal({ stdin: tty, stdout: tty, env: { TERM: "xterm" } })).toBeUndefined();
    expect(requireTerminal({ stdin: tty, stdout: tty, env: {} })).toBeUndefined();
  });

  it("has nothing to say of a terminal that only prints, where the console prints lines", () => {
    expect(requireTerminal({ stdin: tty, stdout: tty, env: { TERM: "dumb" } }, true)).toBeUndefined();
    expect(requireTerminal({ stdin: {}, stdout: tty, env: { TERM: "dumb" } }, true)).toMatch(/standard input/u);
  });

  it.each([
    [{}, tty, "xterm", /standard input is a pipe or a file/],
    [tty, { isTTY: false }, "xterm", /standard output is a pipe or a file/],
    [tty, tty, "dumb", /TERM=dumb.*TERM=xterm-256color/],
  ])("says in a sentence why not, and what to do", (stdin, stdout, term, sentence) => {
    expect(requireTerminal({ stdin, stdout, env: { TERM: term } })).toMatch(sentence);
    expect(requireTerminal({ stdin, stdout, env: { TERM: term } })).toContain("sextant run");
  });
});
