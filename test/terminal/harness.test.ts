import { describe, expect, it } from "vitest";
import { encodeKey } from "../journeys/encode-key.ts";
import { Terminal, type TerminalOptions } from "../journeys/terminal.ts";

/** A program given as source, in a terminal that is closed at the end. */
async function withProgram(
  source: string,
  body: (terminal: Terminal) => Promise<void>,
  options: TerminalOptions = {},
): Promise<void> {
  const terminal = new Terminal({ args: ["-e", source], ...options });
  try {
    await body(terminal);
  } finally {
    await terminal.close();
  }
}

const echoKeys = `
  process.stdin.setRawMode(true);
  process.stdout.write("ready\\r\\n");
  process.stdin.on("data", (chunk) => {
    process.stdout.write("got " + JSON.stringify(chunk.toString()) + "\\r\\n");
    if (chunk.toString() === "q") process.exit(7);
  });
`;

describe("the pseudo terminal", () => {
  it("waits for what the program writes, however late, and shows the screen's rows", async () => {
    await withProgram(`setTimeout(() => process.stdout.write("one\\n  two\\n"), 50)`, async (terminal) => {
      await terminal.waitFor("two");
      expect(terminal.screen().slice(0, 3)).toEqual(["one", "  two", ""]);
      expect(terminal.row(/t.o/)).toEqual({ y: 1, text: "  two" });
      expect(terminal.row("three")).toBeUndefined();
      expect(terminal.text()).toContain("one\n  two");
      // The terminal makes "\r\n" of a line break.
      expect(terminal.bytes).toBe("one\r\n  two\r\n".length);
    });
  });

  it("sends keys by name and by action, and gives the code of the program's end", async () => {
    await withProgram(
      echoKeys,
      async (terminal) => {
        await terminal.waitFor("ready");
        terminal.press("next");
        await terminal.waitFor(String.raw`got "\u001b[B"`);
        terminal.key("ctrl+s");
        await terminal.waitFor(String.raw`got "\u0013"`);
        terminal.type("añ漢");
        await terminal.waitFor(`got "añ漢"`);
        expect(() => terminal.press("nothing")).toThrow(/"nothing".*next, quit/);
        terminal.press("quit");
        expect(await terminal.exit()).toEqual({ code: 7, signal: 0 });
      },
      { keys: { next: "down", quit: "q" } },
    );
  });

  it("brackets a paste when the program asked for it, and only then", async () => {
    const source = `${echoKeys} process.on("SIGUSR2", () => process.stdout.write("\\u001b[?2004hasked"));`;
    await withProgram(source, async (terminal) => {
      await terminal.waitFor("ready");
      terminal.paste("a\nb");
      await terminal.waitFor(String.raw`got "a\rb"`);
      terminal.kill("SIGUSR2");
      await terminal.waitForModes({ bracketedPaste: true });
      terminal.paste("c");
      await terminal.waitFor(String.raw`got "\u001b[200~c\u001b[201~"`);
    });
  });

  it("tells the program of a new size", async () => {
    const source = `
      const say = () => process.stdout.write("size " + process.stdout.columns + "x" + process.stdout.rows + "\\r\\n");
      process.stdout.on("resize", say);
      process.stdin.resume();
      say();
    `;
    await withProgram(
      source,
      async (terminal) => {
        await terminal.waitFor("size 70x20");
        terminal.resize(101, 31);
        await terminal.waitFor("size 101x31");
        expect([terminal.cols, terminal.rows]).toEqual([101, 31]);
      },
      { cols: 70, rows: 20 },
    );
  });

  it("reads the modes back that the program has set, and how it left them", async () => {
    const source = `
      process.stdout.write("\\u001b[?1049h\\u001b[?25l\\u001b[?2004h\\u001b[?1000h\\u001b[>1u");
      process.stdin.setRawMode(true);
      process.stdin.on("data", () => {
        process.stdout.write("\\u001b[<u\\u001b[?1000l\\u001b[?2004l\\u001b[?25h\\u001b[?1049l");
        process.exit(0);
      });
    `;
    await withProgram(source, async (terminal) => {
      const before = terminal.modes();
      expect(before).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });
      await terminal.waitForModes({
        alternateScreen: true,
        cursorVisible: false,
        bracketedPaste: true,
        mouseTracking: "vt200",
        kittyKeyboard: 1,
      });
      terminal.key("q");
      await terminal.exit();
      expect(terminal.modes()).toEqual(before);
    });
  });

  it("answers queries as a terminal does", async () => {
    const source = `
      process.stdin.setRawMode(true);
      process.stdin.on("data", (chunk) => process.stdout.write("answer " + JSON.stringify(chunk.toString())));
      process.stdout.write("\\u001b[6n");
    `;
    await withProgram(source, async (terminal) => {
      await terminal.waitFor(String.raw`answer "\u001b[1;1R"`);
    });
  });

  it("reads colours and attributes of a cell", async () => {
    const source = String.raw`process.stdout.write("\u001b[31;1mA\u001b[0;7mB\u001b[0;38;2;1;2;255mC\u001b[0m漢D")`;
    await withProgram(source, async (terminal) => {
      await terminal.waitFor("D");
      expect(terminal.cell(0, 0)).toMatchObject({
        text: "A",
        fg: "palette:1",
        bg: "default",
        bold: true,
        inverse: false,
      });
      expect(terminal.cell(1, 0)).toMatchObject({ text: "B", fg: "default", bold: false, inverse: true });
      expect(terminal.cell(2, 0)).toMatchObject({ text: "C", fg: "#0102ff" });
      expect(terminal.cell(3, 0)).toMatchObject({ text: "漢", width: 2 });
      expect(terminal.cell(4, 0)).toMatchObject({ text: "", width: 0 });
      expect(() => terminal.cell(80, 0)).toThrow(/no cell 80,0/);
    });
  });

  it("fails with the whole screen when the program ends, or the limit passes, without what is waited for", async () => {
    await withProgram(`process.stdout.write("something else"); process.exitCode = 3;`, async (terminal) => {
      await expect(terminal.waitFor("the thing")).rejects.toThrow(
        /Waited for "the thing", but the program ended with code 3, signal 0\.[\s\S]*something else/,
      );
    });
    await withProgram(
      `process.stdout.write("still here"); process.stdin.resume()`,
      async (terminal) => {
        await terminal.waitFor("still here");
        await expect(terminal.waitUntilAbsent("still here")).rejects.toThrow(/but not within 1500 ms[\s\S]*still here/);
      },
      { limitMs: 1500 },
    );
  });

  it("tells a program that was killed from one that ended", async () => {
    await withProgram(`process.stdin.resume(); process.stdout.write("up")`, async (terminal) => {
      await terminal.waitFor("up");
      terminal.kill("SIGKILL");
      expect(await terminal.exit()).toEqual({ code: 0, signal: 9 });
    });
  });

  it("gives a program a plain terminal's environment, and nothing of the test runner's", async () => {
    await withProgram(
      `process.stdout.write(JSON.stringify([process.env.TERM, process.env.CI, process.env.VITEST, process.env.NODE_ENV, process.env.EXTRA]))`,
      async (terminal) => {
        await terminal.waitFor(`["xterm-256color",null,null,null,"1"]`);
      },
      { env: { EXTRA: "1" } },
    );
  });
});

describe("encodeKey", () => {
  it("spells keys as xterm does", () => {
    const spelled = [
      "a",
      "+",
      "ctrl++",
      "alt+x",
      "ctrl+a",
      "ctrl+alt+a",
      "shift+tab",
      "f1",
      "f5",
      "ctrl+up",
      "ctrl+enter",
    ];
    expect(spelled.map((name) => encodeKey(name))).toEqual([
      "a",
      "+",
      "\u001b[43;5u",
      "\u001bx",
      "\u0001",
      "\u001b\u0001",
      "\u001b[Z",
      "\u001bOP",
      "\u001b[15~",
      "\u001b[1;5A",
      "\u001b[13;5u",
    ]);
    expect(encodeKey("up", { applicationCursor: true })).toBe("\u001bOA");
    expect(() => encodeKey("meta+x")).toThrow(/no key "meta\+x"/);
    expect(() => encodeKey("ctrl+nothing")).toThrow(/no key/);
  });
});
