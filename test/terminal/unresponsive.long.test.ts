import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interactiveShell } from "../journeys/shell.ts";
import { Terminal } from "../journeys/terminal.ts";

/** Who hears the keys meanwhile: a thread of its own, or that of the embedded service. */
const WATCHERS = ["own", "service"] as const;
type Watcher = (typeof WATCHERS)[number];

const program = join(import.meta.dirname, "programs", "busy.ts");

/** The program under a shell. */
async function started(by: Watcher): Promise<Terminal> {
  const terminal = new Terminal(interactiveShell({ PROGRAM: program, BY: by }));
  await terminal.waitFor("shell>");
  terminal.type('"$NODE" "$PROGRAM" "$BY"\r');
  await terminal.waitFor("ready");
  return terminal;
}

/** The program busy with what a key begins. */
async function busy(by: Watcher, key: string): Promise<Terminal> {
  const running = await started(by);
  running.type(key);
  await running.waitFor("busy");
  return running;
}

/** The shell has a terminal again in which one sees what one types, and in which Ctrl-C is a signal. */
async function isShellAgain(running: Terminal): Promise<void> {
  running.type("stty -a; echo the shell is $((1 + 1)) here\r");
  await running.waitFor("the shell is 2 here");
  const settings = running.text().replaceAll(/\s+/gu, " ");
  for (const word of ["isig", "icanon", "echo", "icrnl", "opost"]) {
    expect(settings).toMatch(new RegExp(`(?<!-)\\b${word}\\b`, "u"));
  }
  expect(running.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false, cursorVisible: true });
}

describe.concurrent.each(WATCHERS)("Ctrl-C while the program computes, heard by the thread: %s", (by) => {
  it("ends it at once when it is pressed twice, and puts the terminal back", async () => {
    await using running = await busy(by, "b");
    running.type("\u0003");
    running.type("\u0003");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });

  it("ends it after a while when it is pressed once, also as the kitty protocol writes it", async () => {
    await using running = await busy(by, "b");
    running.type("\u001b[99;5u");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });

  it("hands over what was typed when the program comes back", async () => {
    await using running = await busy(by, "w");
    running.type("k");
    await running.waitFor("key k");
    running.type("\u0003");
    await running.waitFor("ended in order");
  });
});

describe.concurrent("the thread that hears Ctrl-C", () => {
  it("is one of its own once the service's has ended", async () => {
    await using running = await started("service");
    running.type("s");
    await running.waitFor("watched by a thread of its own");
    running.type("b");
    await running.waitFor("busy");
    running.type("\u0003");
    running.type("\u0003");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });

  it("is the service's again once that has come", async () => {
    await using running = await started("own");
    running.type("e");
    await running.waitFor("watched by the service");
    running.type("b");
    await running.waitFor("busy");
    running.type("\u0003");
    running.type("\u0003");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });
});
