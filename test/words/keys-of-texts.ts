import { describe, expect, it } from "vitest";
import { allStrings, stringsIn } from "./texts.ts";

/** Layers whose texts stand on the console's screen, where people choose their own keys. */
const LAYERS = /^(?:contract|client|domain|state|forms|areas|app|ui)\//u;

/** Key names themselves. */
const NAMES = new Set(["app/keys/key-label.ts", "areas/model/key-names.ts"]);

/** A key as a label says it; `A` before a word is mostly an article. */
const NAMED = String.raw`(?:[B-Zb-z]|(?:Ctrl|Alt|Shift)-\S+|Enter|Esc|Tab|Space|Del|Backspace|PgUp|PgDn|F\d+)`;
const ANY = `(?:[Aa]|${NAMED})`;
/** The end of a word: `n.` is a key, `e.g.` and `s'` are not. */
const END = String.raw`(?![\p{L}\p{N}_'’/-]|\.\p{L})`;

const LITERAL: readonly RegExp[] = [
  new RegExp(String.raw`\b[Pp]ress (?:${ANY}|[?,:*])${END}`, "u"),
  // “n creates one”, “Esc closes it; A shows all”
  new RegExp(String.raw`(?:^|[.;:,(…] |\(|until )${ANY} (?!has\b|is\b|was\b)\p{Ll}+s\b`, "u"),
  // “a  copy the command”
  new RegExp(String.raw`^${ANY} {2,}\p{Ll}`, "u"),
  // “(p)”, “(Snapshots, n)”
  new RegExp(String.raw`\((?:[\p{L} ]+, )?${ANY}\)`, "u"),
  // “n in Snapshots”
  new RegExp(String.raw`(?:[:;(] ?)${ANY} in \p{Lu}`, "u"),
  /(?:Ctrl|Alt)-\p{Lu}\b/u,
  new RegExp(String.raw`\b(?:with|by|then) ${NAMED}(?=[.:;,]|$)`, "u"),
];

const namesKey = (text: string): boolean => text.includes(" ") && LITERAL.some((pattern) => pattern.test(text));

describe("texts on the screen", () => {
  it("name keys as a person chose them: by the key of their context, or keyOf", () => {
    const found = allStrings()
      .filter(({ file, text }) => LAYERS.test(file) && !NAMES.has(file) && namesKey(text))
      .map(({ file, line, text }) => `${file}:${line} ${JSON.stringify(text)}`);
    expect(found).toEqual([]);
  });

  it.each([
    "Nothing here: press n to add one",
    "n creates one; press a to show all",
    "No drafts. A shows all of them.",
    "Esc returns to the list",
    "a  copy the download command",
    "the project (p) and the id",
    "Take one first: n in Snapshots.",
    "Take one first (Snapshots, n).",
    "Ctrl-S continues.",
    "read-only until U allows changes",
    "do this step there, then mark it as done with e.",
  ])("may not say %s", (text) => {
    expect(stringsIn(`say(${JSON.stringify(text)})`, "ts").map((found) => namesKey(found.text))).toEqual([true]);
  });

  it.each([
    "a schedule takes them regularly",
    "… requests; … narrows to one cluster",
    "? status unknown",
    "a length of time (ms, s, m, h, d)",
    "Enter a metric and a threshold",
  ])("may say %s", (text) => {
    expect(namesKey(text)).toBe(false);
  });
});
