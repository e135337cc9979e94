/**
 * A program in the manner of the console: Ink between the two streams, on the alternate screen. Started by
 * `session.test.ts`. Argument: the file that stands for the drafts. Keys: q quits, c is an error in a timer, r a
 * rejection, d an error in a render, e an editor ($VISUAL), w says how wide the screen is, l draws it anew, Ctrl-Z stops; any other key is shown.
 * At SIGUSR2 there is an error that nobody caught.
 */
import { writeFileSync } from "node:fs";
import { render, Text, useApp, useStdin } from "ink";
import { createElement, useEffect, useSyncExternalStore } from "react";
import { editText } from "../../../src/terminal/editor.ts";
import { createInput } from "../../../src/terminal/input/input.ts";
import { type HandOver, installJobControl } from "../../../src/terminal/job-control.ts";
import { Lending } from "../../../src/terminal/lending.ts";
import { createOutput } from "../../../src/terminal/output.ts";
import { installRestore } from "../../../src/terminal/session.ts";

const draft = process.argv[2] ?? "";
const listeners = new Set<() => void>();
let state = "none";
let quit = () => {};
let suspend = () => {};
let edit = () => {};

function show(next: string): void {
  state = next;
  for (const listener of listeners) {
    listener();
  }
}

const actions: Readonly<Record<string, () => void>> = {
  q: () => quit(),
  c: () => void setTimeout(() => fail("in a timer")),
  r: () => void Promise.reject(new Error("in a promise")),
  e: () => edit(),
  n: () => process.emitWarning("A timer is too long."),
  w: () => show(`wide ${output.columns}`),
  l: () => output.redraw(),
  "ctrl+z": () => suspend(),
};

function fail(where: string): never {
  throw new Error(where);
}

const output = createOutput(process.stdout);
const input = createInput({
  source: process.stdin,
  mode: () => "keys",
  write: (bytes) => output.write(bytes),
  dispatch: (event) => {
    if (event.type === "key") {
      const action = actions[event.name];
      if (action === undefined) {
        show(event.name);
      } else {
        action();
      }
    }
    return true;
  },
});

const lending = new Lending();
installRestore({
  output,
  input,
  lending,
  beforeExit: () => writeFileSync(draft, `draft with ${state}`, { flag: "wx" }),
  onWarning: (warning) => show(`warned: ${warning.message}`),
  describeCrash: (error) => `It stopped: ${error instanceof Error ? error.message : String(error)}`,
});

process.on("SIGUSR2", () => fail("at a signal"));

function App() {
  const { exit, suspendTerminal } = useApp();
  const { setRawMode } = useStdin();
  const last = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  useEffect(() => {
    quit = () => exit();
    const handOver: HandOver = (during) => suspendTerminal(during);
    const jobControl = installJobControl({ handOver, output, input, lending });
    suspend = () => void jobControl.suspend();
    edit = () => {
      void editText("given", ".txt", process.env, jobControl.lend).then((edited) =>
        show(edited.ok ? `edited ${edited.text}` : edited.why),
      );
    };
    setRawMode(true);
    return () => setRawMode(false);
  }, [exit, suspendTerminal, setRawMode]);
  if (last === "d") {
    fail("in a render");
  }
  return createElement(Text, null, `last key: ${last}, process ${process.pid}.`);
}

const { waitUntilExit } = render(createElement(App), {
  stdin: input,
  stdout: output,
  alternateScreen: true,
  patchConsole: false,
  exitOnCtrlC: false,
  kittyKeyboard: { mode: "enabled" },
});
// The mouse, too, so that there is one mode more to put back.
output.write("\u001b[?1000h\u001b[?1006h");

await waitUntilExit();
process.stdout.write("left\n");
