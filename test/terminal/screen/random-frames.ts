import stringWidth from "string-width";

/** A source of numbers that gives the same ones for the same seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to `below` (exclusive). */
  below(below: number): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  /** A whole number from `low` to `high` (inclusive). */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(share: number): boolean {
    return this.below(1000) < share * 1000;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

type Piece = { readonly text: string; readonly style: readonly [begin: string, end: string] };
type Line = readonly Piece[];

const plain = ["", ""] as const;

/** As Ink and chalk write them: each turned off by its own parameter. */
const STYLES: readonly [Piece["style"], ...Piece["style"][]] = [
  plain,
  plain,
  ["\u001b[31m", "\u001b[39m"],
  ["\u001b[92m", "\u001b[39m"],
  ["\u001b[38;5;208m", "\u001b[39m"],
  ["\u001b[38;2;12;200;255m", "\u001b[39m"],
  ["\u001b[44m", "\u001b[49m"],
  ["\u001b[48;5;236m", "\u001b[49m"],
  ["\u001b[1m", "\u001b[22m"],
  ["\u001b[2m", "\u001b[22m"],
  ["\u001b[1m\u001b[2m", "\u001b[22m"],
  ["\u001b[3m", "\u001b[23m"],
  ["\u001b[4m", "\u001b[24m"],
  ["\u001b[7m", "\u001b[27m"],
  ["\u001b[9m", "\u001b[29m"],
  ["\u001b[1m\u001b[31m\u001b[107m", "\u001b[49m\u001b[39m\u001b[22m"],
  ["\u001b[33;4m", "\u001b[0m"],
];

/** Characters that all terminals measure as Ink does, one by one. */
const AGREED: readonly [string, ...string[]] = [
  "a",
  ...Array.from("bcdefghijklmnopqrstuvwxyzABCXYZ0123456789éßЖ│─…⣿漢字カ한😀🚀"),
  "e\u0301",
  "n\u0303",
  "漢\u0301",
];

/** Characters that terminals measure each in their way. */
const DISPUTED: readonly [string, ...string[]] = [
  "👩‍👩‍👧‍👦",
  "✔️",
  "🇩🇪",
  "👍🏽",
  "☺",
  "⚠️",
  "ก็",
  "क्षि",
  "\u{1f9d1}",
  "ﷺ",
  "ＡＢ",
];

export type Repertoire = "agreed" | "disputed";

/** Frames in the manner of a console that is worked with: mostly small changes, lines that scroll, now and then all new. */
export class RandomFrames {
  readonly #dice: Dice;
  readonly #repertoire: Repertoire;
  #lines: Line[] = [];
  columns: number;
  rows: number;

  constructor(dice: Dice, columns: number, rows: number, repertoire: Repertoire = "agreed") {
    this.#dice = dice;
    this.#repertoire = repertoire;
    this.columns = columns;
    this.rows = rows;
    this.#all();
  }

  /** The terminal has another size from now on. */
  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    if (this.#dice.chance(0.5)) {
      this.#all();
    } else {
      this.#lines = Array.from({ length: rows }, (_, y) => cutLine(this.#lines[y] ?? [], columns));
    }
  }

  /** Goes on to the next frame. */
  next(): void {
    const dice = this.#dice;
    for (let changes = dice.chance(0.3) ? 2 : 1; changes > 0; changes--) {
      const kind = dice.below(100);
      if (kind < 30) {
        this.#restyle();
      } else if (kind < 55) {
        this.#scroll();
      } else if (kind < 85) {
        this.#lines[dice.below(this.rows)] = dice.chance(0.2) ? [] : this.#line();
      } else if (kind < 93) {
        this.#pane();
      } else if (kind < 97) {
        this.#all();
      } else {
        this.#lines = this.#lines.slice(0, dice.below(this.rows));
      }
    }
  }

  /** The frame as Ink writes it: lines without the plain blanks at their ends. It is never empty, which would be no frame. */
  text(): string {
    const text = Array.from({ length: this.rows }, (_, y) => this.#lines[y] ?? [])
      .map((line) =>
        line
          .map(({ text, style: [begin, end] }) => begin + text + end)
          .join("")
          .trimEnd(),
      )
      .join("\n");
    return text === "" ? " " : text;
  }

  #all(): void {
    this.#lines = Array.from({ length: this.rows }, () => (this.#dice.chance(0.15) ? [] : this.#line()));
  }

  #line(): Line {
    const dice = this.#dice;
    const pieces: Piece[] = [];
    for (let count = dice.between(1, 6); count > 0; count--) {
      pieces.push({ text: this.#word(dice.between(1, 24)), style: dice.pick(STYLES) });
      if (dice.chance(0.5)) {
        pieces.push({ text: " ".repeat(dice.between(1, 20)), style: dice.chance(0.8) ? plain : dice.pick(STYLES) });
      }
    }
    return cutLine(pieces, this.columns);
  }

  #word(length: number): string {
    const dice = this.#dice;
    const repertoire = this.#repertoire === "disputed" && dice.chance(0.3) ? DISPUTED : AGREED;
    const isPlain = dice.chance(0.7);
    return Array.from({ length }, () => (isPlain ? "abcde 0123"[dice.below(10)] : dice.pick(repertoire))).join("");
  }

  /** A row gets another look, as a selection does. */
  #restyle(): void {
    const dice = this.#dice;
    const y = dice.below(this.rows);
    const text = (this.#lines[y] ?? []).map((piece) => piece.text).join("");
    const style = dice.pick(STYLES);
    this.#lines[y] = text === "" ? [] : [{ text, style }];
  }

  /** Rows move up or down, beside what stays where it is. */
  #scroll(): void {
    const dice = this.#dice;
    const top = dice.below(this.rows);
    const bottom = dice.between(top, this.rows - 1);
    const by = dice.between(1, 3);
    const lines = Array.from({ length: this.rows }, (_, y) => this.#lines[y] ?? []);
    const region = lines.slice(top, bottom + 1);
    const fresh = Array.from({ length: Math.min(by, region.length) }, () => this.#line());
    const moved = dice.chance(0.5) ? [...region.slice(by), ...fresh] : [...fresh, ...region.slice(0, -by || undefined)];
    lines.splice(top, region.length, ...moved.slice(0, region.length));
    this.#lines = lines;
  }

  /** What stands right of a column is new in some rows, as a pane that opens. */
  #pane(): void {
    const dice = this.#dice;
    const column = dice.below(this.columns);
    for (let y = dice.below(this.rows); y < this.rows; y++) {
      const left = cutLine(this.#lines[y] ?? [], column);
      const space = " ".repeat(column - widthOf(left));
      this.#lines[y] = cutLine([...left, { text: space, style: plain }, ...this.#line()], this.columns);
    }
  }
}

const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + cells(text), 0);

/** Cells that Ink gives a text: it measures people's characters one by one. */
function cells(text: string): number {
  return [...segmenter.segment(text)].reduce((sum, { segment }) => sum + Math.max(1, stringWidth(segment)), 0);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function cutLine(line: Line, columns: number): Line {
  let room = columns;
  return line.flatMap(({ text, style }) => {
    let kept = "";
    for (const { segment } of segmenter.segment(text)) {
      const width = Math.max(1, stringWidth(segment));
      if (width > room) {
        room = 0;
        break;
      }
      kept += segment;
      room -= width;
    }
    return kept === "" ? [] : [{ text: kept, style }];
  });
}
