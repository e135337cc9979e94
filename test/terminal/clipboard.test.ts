import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { clipboardLimit, copyToClipboard } from "../../src/terminal/clipboard.ts";

/** What a terminal's clipboard is set to by some bytes, read by an emulator. */
async function clipboardAfter(bytes: string): Promise<string[]> {
  const terminal = new xterm.Terminal({ allowProposedApi: true });
  const copies: string[] = [];
  terminal.parser.registerOscHandler(52, (data) => {
    copies.push(Buffer.from(data.replace(/^c;/, ""), "base64").toString());
    return true;
  });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe("");
  terminal.dispose();
  return copies;
}

/** What tmux or screen hands on of what it was given in its envelopes. */
function handedOn(bytes: string, prefix: string): string {
  const envelopes = bytes.split("\u001bP").slice(1);
  return envelopes.map((envelope) => envelope.slice(prefix.length, envelope.lastIndexOf("\u001b\\"))).join("");
}

const text = "id\t65f0…\n漢 😀";

describe("a copy", () => {
  it("sets the terminal's clipboard and says what was done", async () => {
    const copy = copyToClipboard(text, "none");
    expect(copy).toMatchObject({ ok: true, message: "Copied through the terminal (OSC 52): 12 characters" });
    expect(await clipboardAfter(copy.ok ? copy.bytes : "")).toEqual([text]);
    expect(copyToClipboard("x", "none").message).toBe("Copied through the terminal (OSC 52): 1 character");
  });

  it("goes through tmux", async () => {
    const copy = copyToClipboard(text, "tmux");
    const inner = handedOn(copy.ok ? copy.bytes : "", "tmux;").replaceAll("\u001b\u001b", "\u001b");
    expect(await clipboardAfter(inner)).toEqual([text]);
    // And as tmux itself takes it, with set-clipboard on.
    expect(new Set(await clipboardAfter(copy.ok ? copy.bytes : ""))).toEqual(new Set([text]));
  });

  it("goes through screen in pieces that it does not cut", async () => {
    const long = "0123456789".repeat(100);
    const copy = copyToClipboard(long, "screen");
    const bytes = copy.ok ? copy.bytes : "";
    expect(await clipboardAfter(handedOn(bytes, ""))).toEqual([long]);
    expect(Math.max(...bytes.split("\u001b\\").map((piece) => piece.length))).toBeLessThan(768);
  });

  it("is refused with a reason when it is too large", () => {
    expect(copyToClipboard("é".repeat(clipboardLimit / 2), "none").ok).toBe(true);
    expect(copyToClipboard("é".repeat(60_000), "none")).toEqual({
      ok: false,
      message: "Too large for the terminal's clipboard: 120,000 bytes of at most about 74,994",
    });
  });
});
