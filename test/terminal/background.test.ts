import { describe, expect, it } from "vitest";
import { backgroundIn, createBackgroundQuestion, type TerminalBackground } from "../../src/terminal/background.ts";
import { FakeClock } from "./fake-terminal.ts";

const LIGHT = "\u001b]11;rgb:ffff/ffff/eeee\u001b\\";
const DARK = "\u001b]11;rgb:1e/1e/2e\u0007";
const WHITE = "\u001b]11;rgb:ffff/ffff/ffff\u001b\\";
const VT220 = "\u001b[?62;22c";

describe("what a terminal says of its background", () => {
  it.each([
    [LIGHT, "none", "light"],
    [DARK, "none", "dark"],
    ["\u001b]11;rgba:0000/0000/0000/ffff\u001b\\", "none", "dark"],
    ["\u001b]11;rgb:f/f/f\u001b\\", "none", "light"],
    // Blue is darker than it is a number, green is lighter.
    ["\u001b]11;rgb:00/00/ff\u001b\\", "none", "dark"],
    ["\u001b]11;rgb:00/ff/00\u001b\\", "none", "light"],
    // tmux says white of terminals that it does not know.
    [WHITE, "tmux", "unknown"],
    [WHITE, "none", "light"],
    [LIGHT, "tmux", "light"],
    // It says what it is and nothing of its background: mosh, GNU screen, the Linux console.
    [VT220, "none", "unknown"],
    ["\u001b[?2026;2$y", "none", null],
    ["\u001b]11;?\u001b\\", "none", null],
    ["\u001b]10;rgb:ffff/ffff/ffff\u001b\\", "none", null],
  ] as const)("%j under %s is %s", (answer, multiplexer, background) => {
    expect(backgroundIn(answer, multiplexer)).toBe(background);
  });
});

describe("asking for the background", () => {
  const open = () => {
    const clock = new FakeClock();
    const written: string[] = [];
    const received: TerminalBackground[] = [];
    const question = createBackgroundQuestion(
      (bytes) => written.push(bytes),
      "none",
      (milliseconds, run) => clock.setTimer(run, milliseconds),
    );
    return { clock, written, received, question, ask: () => question.ask((background) => received.push(background)) };
  };

  it("is answered by the first of the two answers, and then it is over", () => {
    const { question, ask, received, written } = open();
    ask();
    expect(written).toEqual(["\u001b]11;?\u001b\\\u001b[c"]);
    question.take("\u001b[?2026;2$y");
    expect(received).toEqual([]);
    question.take(LIGHT);
    question.take(VT220);
    question.take(DARK);
    expect(received).toEqual(["light"]);
  });

  it("ends at what every terminal answers, and after a second where even that does not come", async () => {
    const { question, ask, received, clock } = open();
    ask();
    question.take(VT220);
    ask();
    await clock.advance(999);
    expect(received).toEqual(["unknown"]);
    await clock.advance(1);
    expect(received).toEqual(["unknown", "unknown"]);
    question.take(LIGHT);
    expect(received).toEqual(["unknown", "unknown"]);
  });
});
