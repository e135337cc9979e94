import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { notificationBytes, notificationKind } from "../../src/terminal/notification.ts";

/** What a terminal is told in one of the three sequences, read by an emulator. */
async function said(bytes: string): Promise<readonly (readonly [code: number, text: string])[]> {
  const terminal = new xterm.Terminal({ allowProposedApi: true });
  const heard: (readonly [number, string])[] = [];
  for (const code of [9, 99, 777]) {
    terminal.parser.registerOscHandler(code, (text) => {
      heard.push([code, text]);
      return true;
    });
  }
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe("");
  terminal.dispose();
  return heard;
}

describe("a notification of the desktop", () => {
  it.each([
    [{ TERM: "xterm-256color" }, "osc9"],
    [{ TERM: "xterm-kitty" }, "osc99"],
    [{ TERM: "tmux-256color", KITTY_WINDOW_ID: "1" }, "osc99"],
    [{ TERM: "foot" }, "osc777"],
    [{ TERM: "xterm-256color", VTE_VERSION: "7600" }, "osc777"],
  ])("with %j is %s", (env, kind) => {
    expect(notificationKind(env)).toBe(kind);
  });

  it("says what is to be said, and leaves nothing on the screen", async () => {
    const text = "2 new alerts in Payments";
    expect(await said(notificationBytes(text, "osc9", "none"))).toEqual([[9, `Sextant: ${text}`]]);
    expect(await said(notificationBytes(text, "osc777", "none"))).toEqual([[777, `notify;Sextant;${text}`]]);
    expect(await said(notificationBytes(text, "osc99", "none"))).toEqual([[99, `i=sextant;Sextant: ${text}`]]);
  });

  it("is not ended early, made progress of a tab or split by what a project is called", async () => {
    const bytes = notificationBytes("4;1;50\u0007\u001b]0;x\u0007", "osc9", "none");
    expect(await said(bytes)).toEqual([[9, "Sextant: 4;1;50]0;x"]]);
    expect(await said(notificationBytes("a;b", "osc777", "none"))).toEqual([[777, "notify;Sextant;ab"]]);
  });

  it("goes through tmux in its envelope", () => {
    const bytes = notificationBytes("hello", "osc9", "tmux");
    expect(bytes).toBe("\u001bPtmux;\u001b\u001b]9;Sextant: hello\u0007\u001b\\");
  });
});
