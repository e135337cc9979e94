import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { interactiveShell } from "../journeys/shell.ts";
import { Terminal } from "../journeys/terminal.ts";

const program = join(import.meta.dirname, "programs", "busy.ts");
let terminal: Terminal | undefined;

afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});

/** The program under a shell, busy with what a key begins. */
async function busy(key: string): Promise<Terminal> {
  terminal = new Terminal(interactiveShell({ PROGRAM: program }));
  await terminal.waitFor("shell>");
  terminal.type('"$NODE" "$PROGRAM"\r');
  await terminal.waitFor("ready");
  terminal.type(key);
  await terminal.waitFor("busy");
  return terminal;
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

describe("Ctrl-C while the program computes", () => {
  it("ends it at once when it is pressed twice, and puts the terminal back", async () => {
    const running = await busy("b");
    running.type("\u0003");
    running.type("\u0003");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });

  it("ends it after a while when it is pressed once, also as the kitty protocol writes it", async () => {
    const running = await busy("b");
    running.type("\u001b[99;5u");
    await running.waitFor("Ctrl-C ended it");
    await isShellAgain(running);
  });

  it("hands over what was typed when the program comes back", async () => {
    const running = await busy("w");
    running.type("k");
    await running.waitFor("key k");
    running.type("\u0003");
    await running.waitFor("ended in order");
  });
});
