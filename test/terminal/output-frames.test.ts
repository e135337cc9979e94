import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOutput, type TerminalOutput } from "../../src/terminal/output.ts";
import type { OutputOptions } from "../../src/terminal/output-options.ts";
import { FakeScreen } from "./fake-terminal.ts";
import { Emulator } from "./screen/emulator.ts";

const CSI = "\u001b[";
const QUESTION = `${CSI}5n`;
const ANSWER = `${CSI}0n`;

/** What a terminal of 80x24 shows that gets some bytes. */
async function shown(bytes: string): Promise<string[]> {
  const emulator = new Emulator(80, 24);
  await emulator.write(bytes);
  const texts = emulator.texts();
  emulator.dispose();
  return texts;
}

/** A frame whose every row is the same word, other ones for each number. */
const frameOf = (number: number, width = 10): string =>
  Array.from({ length: 24 }, (_, row) => `${String.fromCharCode(97 + ((number + row) % 26))}`.repeat(width)).join("\n");

function opened(options: OutputOptions = {}): { readonly screen: FakeScreen; readonly output: TerminalOutput } {
  const screen = new FakeScreen();
  const output = createOutput(screen, options);
  output.write(`${CSI}?2004h`);
  output.write(`${CSI}?1049h`);
  return { screen, output };
}

describe("a picture that stands on the screen already", () => {
  it("stays until there is something to show in its place", () => {
    const frame = `a picture${" ".repeat(71)}\nof two lines`;
    const { screen, output } = opened({ painted: { frame, columns: 80, rows: 24 } });
    screen.written = "";
    output.write("\n");
    output.write("");
    expect(screen.written).toBe("");
    output.write("a picture\nof two words");
    expect(screen.written).toContain("word");
    expect(screen.written).not.toContain("picture");
    output.write("\n");
    expect(screen.written).toContain(`${CSI}K`);
    output.close();
  });
});

describe("a terminal that takes no more", () => {
  it("gets the newest frame when it takes some again, and none of those between", async () => {
    const { screen, output } = opened();
    output.write(frameOf(0));
    screen.isFull = true;
    output.write(frameOf(1));
    const before = screen.written;
    for (let number = 2; number < 50; number += 1) output.write(frameOf(number));
    expect(screen.written).toBe(before);
    screen.isFull = false;
    screen.emit("drain");
    expect((screen.written.length - before.length) / before.length).toBeLessThan(1);
    expect(await shown(screen.written)).toEqual(frameOf(49).split("\n"));
    output.close();
  });

  it("is put back at once, whatever waits", () => {
    const { screen, output } = opened();
    output.write(frameOf(0));
    screen.isFull = true;
    output.write(frameOf(1));
    output.write(frameOf(2));
    output.close();
    expect(screen.written).toContain(`${CSI}?1049l`);
    const after = screen.written;
    screen.isFull = false;
    screen.emit("drain");
    expect(screen.written).toBe(after);
  });
});

describe("a line that holds back what was written", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Shows frames that are all other ones, so many, and says how many bytes were written for each. */
  function show(output: TerminalOutput, screen: FakeScreen, from: number, count: number): readonly number[] {
    return Array.from({ length: count }, (_, index) => {
      const before = screen.written.length;
      output.write(frameOf(from + index, 70));
      return screen.written.length - before;
    });
  }

  it("is asked whether it has got it all, and gets no more than a window until it says so", async () => {
    const { screen, output } = opened({ isAnswered: true, scrolling: "none" });
    const bytes = show(output, screen, 0, 20);
    expect(screen.written.split(QUESTION)).toHaveLength(2);
    expect(bytes.filter((count) => count > 0).length).toBeLessThan(5);
    expect(bytes.slice(5).every((count) => count === 0)).toBe(true);
    output.takeReply(ANSWER);
    vi.useRealTimers();
    expect(await shown(screen.written.replaceAll(QUESTION, ""))).toEqual(frameOf(19, 70).split("\n"));
    output.close();
  });

  it("that never answers is waited for once, and never asked again", () => {
    const { screen, output } = opened({ isAnswered: true, scrolling: "none" });
    show(output, screen, 0, 20);
    vi.advanceTimersByTime(3000);
    const bytes = show(output, screen, 20, 20);
    expect(bytes.every((count) => count > 0)).toBe(true);
    expect(screen.written.split(QUESTION)).toHaveLength(2);
    output.close();
  });

  it("that has answered once is believed to answer again: a lost answer is given up, and the next is waited for", () => {
    const { screen, output } = opened({ isAnswered: true, scrolling: "none" });
    show(output, screen, 0, 5);
    output.takeReply(ANSWER);
    show(output, screen, 5, 20);
    const before = screen.written.split(QUESTION).length;
    vi.advanceTimersByTime(3000);
    show(output, screen, 25, 20);
    expect(screen.written.split(QUESTION).length).toBeGreaterThan(before);
    output.close();
  });
});

describe("a terminal that is about to be lent", () => {
  it("is waited for while it owes an answer, and is asked nothing until it was lent", async () => {
    const { screen, output } = opened({ isAnswered: true });
    output.write(frameOf(0, 70));
    expect(screen.written).toContain(QUESTION);
    const before = screen.written.split(QUESTION).length;
    let isAtRest = false;
    const rest = output.rest().then(() => {
      isAtRest = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isAtRest).toBe(false);
    output.takeReply(ANSWER);
    output.write(frameOf(1, 70));
    await rest;
    expect(screen.written.split(QUESTION)).toHaveLength(before);
    output.lend()();
    output.write(frameOf(2, 70));
    output.write(frameOf(3, 70));
    expect(screen.written.split(QUESTION).length).toBeGreaterThan(before);
    output.close();
  });
});
