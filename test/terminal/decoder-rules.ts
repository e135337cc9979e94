import fc from "fast-check";
import { expect } from "vitest";
import { type Delivery, decode, decodeAtOnce, said } from "./clocked-decoder.ts";
import { doubleEscapeKeys, type KnownKey, knownKeys, reports } from "./known-keys.ts";

const ESC = "\u001b";

/** What a key says, in the words of `said`. */
export function saidBy(key: KnownKey): string {
  return key.text === undefined ? key.name : `text:${key.text}`;
}

/** Cuts bytes into pieces at the given places, with a pause after each but the last, which is waited for. */
export function cut(bytes: Uint8Array, places: readonly number[], pauses: readonly number[]): Delivery[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b).filter((at) => at > 0);
  return [...ends, bytes.length].map((end, index) => ({
    bytes: bytes.subarray(ends[index - 1] ?? 0, end),
    pause: index === ends.length ? 60_000 : (pauses[index % Math.max(1, pauses.length)] ?? 0),
  }));
}

const shortPauses = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 });
const places = (maxLength: number) => fc.array(fc.nat(), { maxLength });

/** Every key once, several in a row, cut anywhere, with pauses up to the hold. Lines of text are a matter of pastes. */
const wholeKeys = fc.property(
  fc.array(fc.constantFrom(...[...knownKeys, ...doubleEscapeKeys].filter((key) => !/[\r\n]/.test(key.bytes))), {
    minLength: 1,
    maxLength: 12,
  }),
  places(30),
  shortPauses,
  (row, at, pauses) => {
    const bytes = Buffer.from(row.map((key) => key.bytes).join(""));
    const whole = row.flatMap((key) => decodeAtOnce(key.bytes));
    expect(said(decode(cut(bytes, at, pauses)))).toEqual(said(whole));
  },
);

/** A key cut by a longer pause is that key, or nothing, or one Escape: nothing of it is typed. */
const brokenKeys = fc.property(
  fc.constantFrom(...knownKeys.filter((key) => key.bytes.startsWith(ESC) && key.bytes.length > 2)),
  fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 6 }),
  (key, at, pauses) => {
    const words = said(decode(cut(Buffer.from(key.bytes), at, pauses)));
    expect([[], ["escape"], [saidBy(key)]]).toContainEqual(words);
  },
);

/** An answer of the terminal is never typed, even when the line stalls in it. */
const brokenReports = fc.property(
  fc.constantFrom(...Object.values(reports)),
  fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  fc.integer({ min: 0, max: 300 }),
  (report, at, pause) => {
    const words = said(decode(cut(Buffer.from(report), at, [pause])));
    expect([[], ["escape"]]).toContainEqual(words);
  },
);

const anyPaste = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("d", "y", "\r", "\n", "\t", "q", " ", ESC, "[", "A", "\u0003"), maxLength: 60 }),
  )
  .filter((text) => text !== "");

/** A bracketed paste is one event and never keys, cut anywhere, with pauses of seconds inside. */
const wholePastes = fc.property(
  anyPaste,
  places(20),
  shortPauses,
  fc.integer({ min: 0, max: 9_000 }),
  (text, at, pauses, longPause) => {
    const before = `j${ESC}[200~`;
    const after = `${ESC}[201~k`;
    const bytes = Buffer.from(before + text + after);
    let sent = 0;
    const deliveries = cut(bytes, at, pauses).map((delivery) => {
      sent += delivery.bytes.length;
      const isInside = sent > before.length && sent < bytes.length - after.length;
      return isInside ? { ...delivery, pause: longPause } : delivery;
    });
    expect(said(decode(deliveries))).toEqual(["text:j", `paste:${Buffer.from(text).toString()}`, "text:k"]);
  },
);

/** Whatever is sent, however it is cut: nothing is held for ever, and no control character is text. */
const anything = fc.property(
  fc.array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(...knownKeys.map((key) => key.bytes), ...Object.values(reports), ESC, `${ESC}[`, `${ESC}]`),
    ),
    { minLength: 1, maxLength: 20 },
  ),
  places(20),
  fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 10 }),
  (parts, at, pauses) => {
    const bytes = Buffer.from(parts.join("") || "x");
    const end = { bytes: Buffer.from(`${ESC}[201~`), pause: 60_000 };
    const last = { bytes: Buffer.from("\u0001"), pause: 60_000 };
    const events = decode([...cut(bytes, at, pauses), end, last]);
    for (const event of events) {
      if (event.type === "text" || (event.type === "key" && event.text !== undefined)) {
        expect(event.text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }
    }
    expect(events.at(-1)).toMatchObject({ type: "key", name: "ctrl+a" });
  },
);

/** The rules of the decoder by what they say, for any number of runs. A failure prints its seed. */
export const rules: Readonly<Record<string, (numRuns: number) => void>> = {
  "gives every key once, several in a row, cut anywhere, with pauses up to the hold": (numRuns) =>
    fc.assert(wholeKeys, { numRuns }),
  "gives at most one Escape for a key cut by a longer pause, and types nothing of it": (numRuns) =>
    fc.assert(brokenKeys, { numRuns }),
  "never types an answer of the terminal, even when the line stalls in it": (numRuns) =>
    fc.assert(brokenReports, { numRuns }),
  "makes one event of a bracketed paste and never keys, cut anywhere, with pauses of seconds inside": (numRuns) =>
    fc.assert(wholePastes, { numRuns }),
  "holds nothing for ever and types no control character, whatever is sent": (numRuns) =>
    fc.assert(anything, { numRuns }),
};
