import { render, Text } from "ink";
import SelectInput from "ink-select-input";
import TextInput from "ink-text-input";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createInput, type InputMode } from "../../src/terminal/input/input.ts";
import type { InputEvent } from "../../src/terminal/input/keys.ts";
import { createOutput } from "../../src/terminal/output.ts";
import { FakeClock, FakeKeyboard, FakeScreen } from "./fake-terminal.ts";

const ESC = "\u001b";

function until(isSo: () => void): Promise<void> {
  return vi.waitFor(isSo, { timeout: 30_000, interval: 5 });
}

const open = new Set<{ unmount(): void }>();

afterEach(() => {
  for (const instance of open) {
    instance.unmount();
  }
  open.clear();
});

/** Real Ink between the two streams and a terminal that a test plays. */
function start(
  tree: ReactNode,
  { mode, takes = () => false }: { mode: InputMode; takes?: (event: InputEvent) => boolean },
) {
  const keyboard = new FakeKeyboard();
  const screen = new FakeScreen();
  const clock = new FakeClock();
  const output = createOutput(screen);
  const events: InputEvent[] = [];
  const input = createInput({
    source: keyboard,
    setTimer: clock.setTimer,
    mode: () => mode,
    write: (bytes) => output.write(bytes),
    dispatch: (event) => {
      events.push(event);
      return takes(event);
    },
  });
  const instance = render(tree, {
    stdin: input,
    stdout: output,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
    maxFps: 120,
    kittyKeyboard: { mode: "auto" },
  });
  open.add(instance);
  const isReady = () => until(() => expect(keyboard.isRaw).toBe(true));
  return { keyboard, screen, clock, instance, events, isReady };
}

/** What a field had, one after the other, and what was submitted. */
type Said = { readonly values: string[]; readonly submitted: string[] };

function Field({ values, submitted }: Said) {
  const [value, setValue] = useState("");
  return (
    <TextInput
      value={value}
      onChange={(next) => {
        values.push(next);
        setValue(next);
      }}
      onSubmit={(text) => submitted.push(text)}
    />
  );
}

/** A field that says what it has and what was submitted. */
function field() {
  const said: Said = { values: [], submitted: [] };
  return { tree: <Field {...said} />, ...said };
}

/** A choice of three that says what was selected. */
function choice() {
  const selected: string[] = [];
  const items = ["a", "b", "c"].map((value) => ({ label: value, value }));
  return { tree: <SelectInput items={items} onSelect={({ value }) => selected.push(value)} />, selected };
}

describe("ink-text-input", () => {
  it("submits what came in one chunk with Enter", async () => {
    const { tree, submitted } = field();
    const { keyboard, isReady } = start(tree, { mode: "text" });
    await isReady();
    keyboard.send("abc\r");
    await until(() => expect(submitted).toEqual(["abc"]));
  });

  it("keeps all of what is typed fast", async () => {
    const { tree, values, submitted } = field();
    const { keyboard, isReady } = start(tree, { mode: "text" });
    await isReady();
    for (const chunk of ["ab", "cd", "ef", "\u007f", "漢", `${ESC}[D`, "x", "\r"]) {
      keyboard.send(chunk);
    }
    await until(() => expect(submitted).toEqual(["abcdex漢"]));
    expect(values).toEqual(["ab", "abcd", "abcdef", "abcde", "abcde漢", "abcdex漢"]);
  });

  it("never sees Ctrl-S, which it would write as an s", async () => {
    const { tree, values, submitted } = field();
    const { keyboard, isReady, events } = start(tree, {
      mode: "text",
      takes: (event) => event.type === "key" && event.name === "ctrl+s",
    });
    await isReady();
    keyboard.send("a\u0013\u0005b\r");
    await until(() => expect(submitted).toEqual(["ab"]));
    expect(values).toEqual(["a", "ab"]);
    expect(events).toContainEqual({ type: "key", name: "ctrl+s", text: undefined, sequence: "\u0013" });
  });

  it("gets a paste as one text, and is not submitted by it", async () => {
    const { tree, values, submitted } = field();
    const { keyboard, isReady } = start(tree, { mode: "text" });
    await isReady();
    keyboard.send(`${ESC}[20`);
    keyboard.send(`0~one\rtwo\r${ESC}[201`);
    keyboard.send("~");
    await until(() => expect(values).toEqual(["one two"]));
    keyboard.send("!\r");
    await until(() => expect(submitted).toEqual(["one two!"]));
  });

  it("never gets an answer of the terminal", async () => {
    const { tree, submitted } = field();
    const { keyboard, isReady } = start(tree, { mode: "text" });
    await isReady();
    keyboard.send(`a${ESC}[?62;22c${ESC}]11;rgb:0000/0000/0000${ESC}\\b${ESC}[Ic\r`);
    await until(() => expect(submitted).toEqual(["abc"]));
  });
});

describe("ink-select-input", () => {
  it.each([
    [20, "b"],
    [50, "a"],
  ])("gets an arrow that was cut for %i ms whole or not at all: selects %s", async (pause, wanted) => {
    const { tree, selected } = choice();
    const { keyboard, clock, isReady } = start(tree, { mode: "keys" });
    await isReady();
    keyboard.send(ESC);
    await clock.advance(pause);
    keyboard.send("[B");
    keyboard.send("\r");
    await until(() => expect(selected).toEqual([wanted]));
  });

  it("takes every key of a chunk", async () => {
    const { tree, selected } = choice();
    const { keyboard, isReady } = start(tree, { mode: "keys" });
    await isReady();
    keyboard.send("jj\r");
    await until(() => expect(selected).toEqual(["c"]));
  });

  it("selects nothing by a paste, even of digits and Enters", async () => {
    const { tree, selected } = choice();
    const { keyboard, isReady, events } = start(tree, { mode: "keys" });
    await isReady();
    keyboard.send(`${ESC}[200~2\r${ESC}[201~`);
    keyboard.send("jj\r");
    await until(() => expect(selected).toEqual(["c"]));
    expect(events[0]).toEqual({ type: "paste", text: "2\n" });
  });
});

describe("Ink itself", () => {
  it("hears the answer to its question for the kitty protocol, and the modes are put back at the end", async () => {
    const { tree } = field();
    const { keyboard, screen, instance, isReady } = start(tree, { mode: "text" });
    await isReady();
    expect(screen.written).toContain(`${ESC}[?u`);
    keyboard.send(`${ESC}[?0u`);
    await until(() => expect(screen.written).toContain(`${ESC}[>1u`));
    screen.written = "";
    instance.unmount();
    await instance.waitUntilExit();
    expect(screen.written).toContain(`${ESC}[<u`);
    expect(screen.written).toContain(`${ESC}[?2004l`);
    expect(keyboard.isRaw).toBe(false);
  });

  it("draws anew when the terminal changes its size", async () => {
    const { screen } = start(<Text>{"wide ".repeat(10)}</Text>, { mode: "keys" });
    await until(() => expect(screen.written).toContain("wide wide"));
    screen.written = "";
    screen.columns = 20;
    screen.emit("resize");
    await until(() => expect(screen.written).toMatch(/wide wide wide wide\s*\n/));
  });
});
