import { describe, expect, it } from "vitest";
import { createDecoder } from "../../src/terminal/input/decoder.ts";
import { encodeKey } from "../journeys/encode-key.ts";
import { type Delivery, decode, decodeAtOnce, said } from "./clocked-decoder.ts";
import { cut, rules, saidBy } from "./decoder-rules.ts";
import { doubleEscapeKeys, knownKeys, reports } from "./known-keys.ts";

const ESC = "\u001b";

/** Bytes one by one with the same pause. */
function oneByOne(text: string, pause: number): Delivery[] {
  const bytes = Buffer.from(text);
  return cut(bytes, [...bytes.keys()], [pause]);
}

describe("a key that arrives whole", () => {
  it.each([...knownKeys, ...doubleEscapeKeys])("$terminal: $name", (key) => {
    const events = decodeAtOnce(key.bytes);
    expect(events).toEqual([{ type: "key", name: key.name, text: key.text, sequence: key.bytes }]);
  });

  it("is what the harness sends for its name", () => {
    const names = knownKeys
      .filter(({ terminal }) => terminal === "xterm" || terminal === "every terminal")
      .map(({ name }) => name);
    for (const name of names) {
      expect(decodeAtOnce(encodeKey(name))).toMatchObject([{ type: "key", name }]);
    }
  });

  it("is the Escape key when nothing follows, however it is sent", () => {
    expect(said(decodeAtOnce(ESC))).toEqual(["escape"]);
    expect(said(decodeAtOnce(`${ESC}[27u`))).toEqual(["escape"]);
    expect(said(decodeAtOnce(ESC + ESC))).toEqual(["escape", "escape"]);
  });

  it("says nothing when it is released, or is a modifier alone", () => {
    expect(decodeAtOnce(`${ESC}[97;1:3u${ESC}[1;1:3A${ESC}[3;1:3~${ESC}[57441;2u${ESC}[57358u`)).toEqual([]);
  });

  it("is swallowed when no terminal is known to send it", () => {
    expect(decodeAtOnce(`${ESC}[99~${ESC}[1;2;3A${ESC}[z${ESC}Oz`)).toEqual([]);
  });
});

describe("the decoder", () => {
  it.each(Object.entries(rules))("%s", (_, rule) => {
    rule(1_000);
  });
});

describe("keys cut on the way", () => {
  it.each(knownKeys)("$terminal: $name, byte by byte with pauses as long as the hold", (key) => {
    expect(said(decode(oneByOne(key.bytes, 30)))).toEqual([saidBy(key)]);
  });

  it.each(doubleEscapeKeys)("$terminal: $name, byte by byte with pauses as long as the hold", (key) => {
    expect(said(decode(oneByOne(key.bytes, 30)))).toEqual([saidBy(key)]);
  });

  it.each([
    ["[A", 300],
    ["[B", 50],
    ["OA", 100],
    ["[5~", 100],
    ["[1;5C", 200],
  ])("swallows %j, %i ms after a lone Escape, and takes what follows", (tail, pause) => {
    const words = said(
      decode([
        { bytes: Buffer.from(ESC), pause },
        { bytes: Buffer.from(`${tail}jk`), pause: 60_000 },
      ]),
    );
    expect(words).toEqual(["escape", "text:jk"]);
  });

  it.each(["[", "O", "j", "Oil", "[x]", "]", "P"])("types %j when it is typed after an Escape", (text) => {
    const deliveries = [
      { bytes: Buffer.from(ESC), pause: 200 },
      { bytes: Buffer.from(text), pause: 60_000 },
    ];
    expect(said(decode(deliveries))).toEqual(["escape", `text:${text}`]);
  });

  it("takes a key that is pressed right after half a sequence was lost", () => {
    const deliveries = [
      { bytes: Buffer.from(`${ESC}[1;`), pause: 5_000 },
      { bytes: Buffer.from("j"), pause: 0 },
      { bytes: Buffer.from(`${ESC}[`), pause: 0 },
      { bytes: Buffer.from("\r"), pause: 0 },
      { bytes: Buffer.from(`${ESC}[`), pause: 150 },
      { bytes: Buffer.from("j"), pause: 0 },
    ];
    expect(said(decode(deliveries))).toEqual(["text:j", "enter", "text:j"]);
  });

  it("never types half a character", () => {
    const smile = Buffer.from("😀");
    expect(said(decode(cut(smile, [1, 2, 3], [5_000])))).toEqual(["text:😀"]);
    const decoder = createDecoder();
    expect(decoder.push("a\ud83d")).toMatchObject([{ name: "a" }]);
    expect(decoder.pending).toBe("sequence");
    expect(decoder.push("\ude00")).toMatchObject([{ name: "😀", text: "😀" }]);
    expect([...decoder.push("\ud83d"), ...decoder.flush(), ...decoder.push("b")]).toMatchObject([{ name: "b" }]);
    expect(decoder.push("\ude00\ufffd\u0085")).toEqual([]);
  });
});

describe("answers of the terminal", () => {
  it.each(Object.entries(reports))("%s is no key, wherever it is cut", (_, report) => {
    expect(decodeAtOnce(report)).toEqual([{ type: "reply", sequence: report }]);
    expect(said(decode(oneByOne(report, 30)))).toEqual([]);
    expect(said(decodeAtOnce(`a${report}b`))).toEqual(["text:a", "text:b"]);
  });

  it("that never end give way to what is pressed next", () => {
    const deliveries = [
      { bytes: Buffer.from(`${ESC}]11;rgb:00`), pause: 60_000 },
      { bytes: Buffer.from("j"), pause: 0 },
      { bytes: Buffer.from(`${ESC}]11;rgb:00${ESC}[A`), pause: 0 },
    ];
    expect(said(decode(deliveries))).toEqual(["text:j", "up"]);
  });
});

describe("a bracketed paste", () => {
  const bracketed = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

  it("is a paste even when its beginning is cut by a long pause", () => {
    const text = "y\rdelete\r";
    for (const place of [1, 2, 3, 4, 5]) {
      const words = said(decode(cut(Buffer.from(bracketed(text)), [place], [300])));
      expect(words.filter((word) => word !== "escape")).toEqual([`paste:${text}`]);
    }
  });

  it("does not end at an end that was put into the text, to run what follows", () => {
    const words = said(decodeAtOnce(bracketed(`nice${ESC}[201~\rrm everything\r`)));
    expect(words).toEqual([`paste:nice${ESC}[201~\rrm everything\r`]);
    expect(said(decodeAtOnce(bracketed("one") + bracketed("two")))).toEqual(["paste:one", "paste:two"]);
  });

  it("that stalls for long is given out so far, and goes on when it goes on", () => {
    const rest = "and the rest of it,\rwhich is long\r";
    const deliveries = [
      { bytes: Buffer.from(`${ESC}[200~first part `), pause: 20_000 },
      { bytes: Buffer.from(rest), pause: 0 },
      { bytes: Buffer.from(`${ESC}[201~j`), pause: 0 },
    ];
    expect(said(decode(deliveries))).toEqual(["paste:first part ", `paste:${rest}`, "text:j"]);
  });

  it("that never ends leaves the keyboard usable", () => {
    const deliveries = [
      { bytes: Buffer.from(`${ESC}[200~lost`), pause: 20_000 },
      { bytes: Buffer.from("j"), pause: 0 },
      { bytes: Buffer.from(`${ESC}[B`), pause: 0 },
    ];
    expect(said(decode(deliveries))).toEqual(["paste:lost", "text:j", "down"]);
  });
});

describe("a paste without brackets", () => {
  it.each(["one\rtwo", "one\r\ntwo\r\n", "a\nb\nc", "dy\rdy\r", "\rdelete everything", "abc\n\n", "x".repeat(3_000)])(
    "%j is one paste",
    (text) => {
      expect(said(decodeAtOnce(text))).toEqual([`paste:${text}`]);
    },
  );

  it("goes on over several reads", () => {
    const deliveries = [
      { bytes: Buffer.from("one\rtw"), pause: 90 },
      { bytes: Buffer.from("o\r"), pause: 90 },
      { bytes: Buffer.from("three\r"), pause: 200 },
      { bytes: Buffer.from("j\r"), pause: 200 },
    ];
    expect(said(decode(deliveries))).toEqual(["paste:one\rtwo\rthree\r", "text:j", "enter"]);
  });

  it("ends with a key that is no text", () => {
    const deliveries = [
      { bytes: Buffer.from("one\rtwo"), pause: 10 },
      { bytes: Buffer.from("\u0003"), pause: 0 },
    ];
    expect(said(decode(deliveries))).toEqual(["paste:one\rtwo", "ctrl+c"]);
  });

  it.each([
    ["abc\r", ["text:abc", "enter"]],
    ["ab\t", ["text:ab", "tab"]],
    ["\r\r", ["enter", "enter"]],
    ["\rj", ["enter", "text:j"]],
    ["ab\tcd\t", ["text:ab", "tab", "text:cd", "tab"]],
    [`j${ESC}[B\rk`, ["text:j", "down", "enter", "text:k"]],
  ])("%j is typing", (text, words) => {
    expect(said(decodeAtOnce(text))).toEqual(words);
  });
});

describe("reset", () => {
  it("forgets what is held", () => {
    const decoder = createDecoder();
    for (const half of [ESC, `${ESC}[1;`, `${ESC}[200~abc`, "a\rb", `${ESC}]11;`]) {
      decoder.push(half);
      decoder.reset();
      expect(decoder.pending).toBeUndefined();
      expect(decoder.push("j")).toMatchObject([{ name: "j" }]);
    }
  });
});
