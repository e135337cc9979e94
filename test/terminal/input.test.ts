import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInput, type InputMode, type InputOptions } from "../../src/terminal/input/input.ts";
import type { InputEvent } from "../../src/terminal/input/keys.ts";
import { cut } from "./decoder-rules.ts";
import { FakeClock, FakeKeyboard, turn } from "./fake-terminal.ts";
import { knownKeys } from "./known-keys.ts";

const ESC = "\u001b";

/** An input in raw mode, what was asked of `dispatch`, and what Ink could read. */
function open({
  takes = () => false,
  ...options
}: Partial<InputOptions> & { takes?: (event: InputEvent) => boolean } = {}) {
  const keyboard = new FakeKeyboard();
  const clock = new FakeClock();
  const received: InputEvent[] = [];
  const read: string[] = [];
  let written = "";
  const input = createInput({
    source: keyboard,
    setTimer: clock.setTimer,
    mode: () => "keys",
    write: (bytes) => {
      written += bytes;
    },
    dispatch: (event) => {
      received.push(event);
      return takes(event);
    },
    ...options,
  });
  input.on("data", (event) => read.push(event));
  input.setRawMode(true);
  /** Until an event that is sent now has been handed out, everything before it has been. */
  const settle = async () => {
    for (let before = -1; before !== received.length; ) {
      before = received.length;
      await turn();
      await turn();
    }
  };
  const names = () => received.map((event) => (event.type === "key" ? event.name : `${event.type}:${event.text}`));
  return { keyboard, clock, input, received, read, names, settle, written: () => written };
}

describe("what Ink gets", () => {
  it("is asked about first, and only what was not taken", async () => {
    const { keyboard, settle, names, read } = open({ takes: (event) => event.type === "key" && event.name === "j" });
    keyboard.send("jkj\r");
    await settle();
    expect(names()).toEqual(["j", "k", "j", "enter"]);
    expect(read).toEqual(["k", "\r"]);
  });

  it("never has command keys in it, taken or not", async () => {
    const { keyboard, settle, names, read } = open({ mode: () => "text" });
    keyboard.send(`\u0013${ESC}x\t${ESC}[Z${ESC}OP${ESC}[27u${ESC}[13;5u\u0000`);
    await settle();
    expect(names()).toEqual(["ctrl+s", "alt+x", "tab", "shift+tab", "f1", "escape", "ctrl+enter", "ctrl+space"]);
    expect(read).toEqual([]);
  });

  it("is spelled as Ink reads it, whatever the terminal sent", async () => {
    const { keyboard, settle, read } = open();
    keyboard.send(`${ESC}OA${ESC}[7~${ESC}Od${ESC}[127u${ESC}OM${ESC}Ou${ESC}[27;2;63~${ESC}[57422u${ESC}[3~ `);
    await settle();
    expect(read).toEqual([
      `${ESC}[A`,
      `${ESC}[H`,
      `${ESC}[1;5D`,
      "\u007f",
      "\r",
      "5",
      "?",
      `${ESC}[6~`,
      `${ESC}[3~`,
      " ",
    ]);
  });

  it("comes one event in a macrotask", async () => {
    const turns: number[] = [];
    let now = 0;
    const { keyboard, names, settle } = open({
      mode: () => {
        turns.push(now);
        return "keys";
      },
    });
    keyboard.send(`jj${ESC}[Bj`);
    for (; now < 10; now++) {
      await turn();
    }
    await settle();
    expect(names()).toEqual(["j", "j", "down", "j"]);
    expect(new Set(turns).size).toBe(4);
  });

  it("has no answers of the terminal in it, but for Ink's own question", async () => {
    const replies: string[] = [];
    const { keyboard, settle, names, read } = open({ onReply: (reply) => replies.push(reply) });
    keyboard.send(`a${ESC}[?62;22c${ESC}]11;rgb:0000/0000/0000${ESC}\\${ESC}[<0;3;4M${ESC}[?1u${ESC}[Ib`);
    await settle();
    expect(names()).toEqual(["a", "b"]);
    expect(read).toContain(`${ESC}[?1u`);
    expect(read.filter((event) => event !== `${ESC}[?1u`)).toEqual(["a", "b"]);
    expect(replies).toHaveLength(5);
  });
});

describe("the mode", () => {
  it("makes keys of a chunk where keys are read, and leaves it whole where text is", async () => {
    let mode: InputMode = "keys";
    const { keyboard, settle, names, read } = open({ mode: () => mode });
    keyboard.send("jjé");
    await settle();
    mode = "text";
    keyboard.send("jjé\r");
    await settle();
    expect(names()).toEqual(["j", "j", "é", "text:jjé", "enter"]);
    expect(read).toEqual(["j", "j", "é", "jjé", "\r"]);
  });

  it("is asked for each event, so that a key may open a field for what follows it", async () => {
    let mode: InputMode = "keys";
    const { keyboard, settle, names } = open({
      mode: () => mode,
      takes: (event) => {
        if (event.type === "key" && event.name === "/") {
          mode = "text";
        } else if (event.type === "key" && event.name === "enter") {
          mode = "keys";
        }
        return event.type === "key" && event.text === undefined;
      },
    });
    keyboard.send("j/abc\r");
    keyboard.send("jk/x");
    await settle();
    expect(names()).toEqual(["j", "/", "text:abc", "enter", "j", "k", "/", "x"]);
  });
});

describe("a paste", () => {
  const pasted = `${ESC}[200~one\r\n\ttwo ${ESC}[31mred${ESC}[0m\u0007\r${ESC}[201~`;

  it("is one clean text for a field of one line", async () => {
    const { keyboard, settle, names, read } = open({ mode: () => "text" });
    keyboard.send(pasted);
    await settle();
    expect(names()).toEqual(["paste:one  two red"]);
    expect(read).toEqual(["one  two red"]);
  });

  it("keeps its lines for a field of several", async () => {
    const { keyboard, settle, read } = open({ mode: () => "text", pasteKind: () => "text" });
    keyboard.send(pasted);
    await settle();
    expect(read).toEqual(["one\n  two red\n"]);
  });

  it("never reaches Ink where keys are read, and is told of", async () => {
    const { keyboard, settle, received, read } = open();
    keyboard.send(`${ESC}[200~dy\r${ESC}[201~`);
    await settle();
    expect(received).toEqual([{ type: "paste", text: "dy\n" }]);
    expect(read).toEqual([]);
  });

  it("can be taken from Ink", async () => {
    const { keyboard, settle, names, read } = open({ mode: () => "text", takes: (event) => event.type === "paste" });
    keyboard.send(`${ESC}[200~abc${ESC}[201~d`);
    await settle();
    expect(names()).toEqual(["paste:abc", "d"]);
    expect(read).toEqual(["d"]);
  });

  it("is recognised by its lines when the terminal does not bracket it, and submits nothing", async () => {
    const { keyboard, clock, settle, names, read } = open({ mode: () => "text" });
    keyboard.send("one\rtwo\r");
    await clock.advance(50);
    keyboard.send("three\r");
    await clock.advance(101);
    await settle();
    expect(names()).toEqual(["paste:one two three"]);
    expect(read).toEqual(["one two three"]);
  });

  it("is recognised by its length where keys are read; a key that was held down is not one", async () => {
    const { keyboard, settle, names } = open();
    const sentence = "delete this one and that one too, and yes, I am quite sure about it";
    keyboard.send(sentence);
    await settle();
    keyboard.send("j".repeat(70));
    await settle();
    expect(names()).toEqual([`paste:${sentence}`, ...Array.from({ length: 70 }, () => "j")]);
  });
});

describe("time", () => {
  it("makes an Escape of an Escape that nothing follows, and swallows what comes too late", async () => {
    const { keyboard, clock, settle, names, read } = open();
    keyboard.send(ESC);
    await clock.advance(30);
    keyboard.send("[Bj");
    await settle();
    expect(names()).toEqual(["escape", "j"]);
    expect(read).toEqual(["j"]);
  });

  it("waits for the rest of a sequence that has begun", async () => {
    const { keyboard, clock, settle, names } = open();
    keyboard.send(ESC);
    await clock.advance(29);
    keyboard.send("[1;");
    await clock.advance(99);
    keyboard.send("5C");
    await settle();
    expect(names()).toEqual(["ctrl+right"]);
  });

  it("reads what is waiting before it decides, however late the timer is", async () => {
    const { keyboard, clock, settle, names } = open();
    keyboard.send(ESC);
    clock.fire(500);
    keyboard.send("[B");
    await settle();
    expect(names()).toEqual(["down"]);
  });

  it("is settable", async () => {
    const { keyboard, clock, settle, names } = open({ escapeHoldMs: 200, sequenceHoldMs: 400 });
    keyboard.send(ESC);
    await clock.advance(150);
    keyboard.send("[");
    await clock.advance(350);
    keyboard.send("A");
    await settle();
    expect(names()).toEqual(["up"]);
  });
});

describe("Escape and the next key at once", () => {
  const isBound = (name: string) => name === "alt+v";

  it.each([
    ["in one packet", [`${ESC}: alert`]],
    ["in two, one just after the other", [ESC, ": alert"]],
  ])("are both, %s, where no chord of the two is a command", async (_how, packets) => {
    let mode: InputMode = "keys";
    const { keyboard, settle, names } = open({
      isBound,
      mode: () => mode,
      takes: (event) => {
        if (event.type === "key" && event.name === ":") mode = "text";
        return event.type === "key";
      },
    });
    for (const packet of packets) keyboard.send(packet);
    await settle();
    expect(names()).toEqual(["escape", ":", "text: alert"]);
  });

  it("are one key where their chord is a command, and where the terminal says Alt itself", async () => {
    const { keyboard, settle, names } = open({ isBound });
    keyboard.send(`${ESC}v`);
    keyboard.send(`${ESC}[1;3A${ESC}[118;3u${ESC}[120;3u`);
    await settle();
    expect(names()).toEqual(["alt+v", "alt+up", "alt+v", "alt+x"]);
  });

  it("are both when the key is Enter, an arrow, or a character that begins sequences", async () => {
    const { keyboard, clock, settle, names } = open({ isBound });
    keyboard.send(`${ESC}\r`);
    keyboard.send(`${ESC}${ESC}[B`);
    keyboard.send(`${ESC}O`);
    await clock.advance(1000);
    await settle();
    await clock.advance(1000);
    await settle();
    expect(names()).toEqual(["escape", "enter", "escape", "down", "escape", "O"]);
  });
});

describe("a key", () => {
  it("is said to be alone when nothing else came in the same read", async () => {
    const received: string[] = [];
    const { keyboard, settle } = open({
      dispatch: (event, isAlone) => {
        received.push(`${event.type === "key" ? event.name : event.text} ${isAlone ? "alone" : "together"}`);
        return true;
      },
    });
    keyboard.send("y\r");
    keyboard.send("y");
    keyboard.send("\r");
    keyboard.send(`abc`);
    for (let count = 0; count < 10; count++) await turn();
    await settle();
    expect(received).toEqual([
      "y together",
      "enter together",
      "y alone",
      "enter alone",
      "a together",
      "b together",
      "c together",
    ]);
  });
});

describe("keys cut on the way", () => {
  it("are whole, once each and in their order, behind the stream's own timers", async () => {
    const anyKey = fc.constantFrom(...knownKeys.filter((key) => !/[\r\n]/.test(key.bytes)));
    const rule = fc.asyncProperty(
      fc.array(anyKey, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 29 }), { minLength: 1, maxLength: 12 }),
      async (row, places, pauses) => {
        const { keyboard, clock, settle, names } = open();
        for (const { bytes, pause } of cut(Buffer.from(row.map((key) => key.bytes).join("")), places, pauses)) {
          keyboard.send(bytes);
          await clock.advance(Math.min(pause, 29));
        }
        await settle();
        expect(names()).toEqual(row.map((key) => key.name));
      },
    );
    await fc.assert(rule, { numRuns: 200 });
  });
});

describe("the stream", () => {
  it("turns raw mode and bracketed paste on and off, and passes ref and unref on", () => {
    const { keyboard, input, written } = open();
    expect(input.isTTY).toBe(true);
    expect(keyboard).toMatchObject({ isRaw: true, isFlowing: true });
    expect(written()).toBe(`${ESC}[?2004h`);
    input.ref();
    expect(keyboard.isReferenced).toBe(true);
    input.unref();
    expect(keyboard.isReferenced).toBe(false);
    input.setRawMode(true);
    input.setRawMode(false);
    expect(keyboard).toMatchObject({ isRaw: false, isFlowing: false });
    expect(keyboard.listenerCount("data")).toBe(0);
    expect(written()).toBe(`${ESC}[?2004h${ESC}[?2004l`);
  });

  it("drops what was not handed out when the terminal is given to somebody else", async () => {
    const { keyboard, input, settle, names } = open({
      takes: (event) => {
        if (event.type === "key" && event.name === "e") {
          input.setRawMode(false);
        }
        return true;
      },
    });
    keyboard.send(`ejjj${ESC}[`);
    await settle();
    input.setRawMode(true);
    keyboard.send("Ak");
    await settle();
    expect(names()).toEqual(["e", "A", "k"]);
  });

  it("puts a character together that was cut", async () => {
    const { keyboard, settle, names } = open();
    for (const byte of Buffer.from("é漢😀")) {
      keyboard.send(Uint8Array.of(byte));
    }
    await settle();
    expect(names()).toEqual(["é", "漢", "😀"]);
  });

  it("tells that the terminal is gone", () => {
    const hangups: (string | undefined)[] = [];
    const { keyboard } = open({ onHangup: (error) => hangups.push(error?.message) });
    keyboard.emit("error", new Error("read EIO"));
    keyboard.emit("end");
    expect(hangups).toEqual(["read EIO", undefined]);
  });

  it("fails or ends with the terminal when nobody is told", async () => {
    const failed = open();
    const failure = new Promise((resolve) => failed.input.on("error", resolve));
    failed.keyboard.emit("error", new Error("read EIO"));
    expect(await failure).toMatchObject({ message: "read EIO" });
    const ended = open();
    const end = new Promise((resolve) => ended.input.on("end", resolve));
    ended.keyboard.emit("end");
    await end;
  });
});
