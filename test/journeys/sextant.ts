import type { DialectId } from "../../src/contract/wire/dialect.ts";
import { isWhole } from "../extent.ts";
import { KEYS } from "./keys.ts";
import { type Condition, Terminal, type TerminalOptions } from "./terminal.ts";

/** A terminal's size and the names on the wire. */
export type Setting = {
  readonly cols: number;
  readonly rows: number;
  readonly dialect: DialectId;
};

const ALL: readonly Setting[] = [
  { cols: 80, rows: 24, dialect: "specification" },
  { cols: 120, rows: 40, dialect: "atlas" },
  { cols: 80, rows: 24, dialect: "atlas" },
  { cols: 120, rows: 40, dialect: "specification" },
];

/** Each size and each wire once. */
export const BOTH = ALL.slice(0, 2);

/** For journeys on which much depends: each size with each wire, and the small one in a sample. */
export const SETTINGS = isWhole ? ALL : BOTH.slice(0, 1);

/** For journeys that neither of them can change much: both once, and the small one, in which less has room, in a sample. */
export const SIZES = isWhole ? BOTH : BOTH.slice(0, 1);

/** What of a row belongs to the panes right of the sidebar, or the whole row where there is none. */
const SIDEBAR = 19;

/** Where a row stands, and what it says. */
type At = { readonly y: number; readonly text: string };

/** What a review says while it cannot be answered yet. */
const STILL_ASKING = "Loading the current state";

/** First cells that many rows have in common: such rows are distinguished by the cells after them. */
const KINDS = /^(on|off|CRIT|ERR|WARN|INFO|–|\+|index|export|restore|snapshot|migration|ack|link|backup)$/u;

/**
 * What a row is called, whatever its values and the widths of its columns are at the moment: a row that only says something else
 * must not be taken for the next one, or a key too many is pressed.
 */
function nameOf(row: string): string {
  const [first = "", ...others] = row.trim().split(/ {2,}/u);
  // Items of a list differ only by their numbers: `Notification 2`.
  if (!KINDS.test(first)) return ` ${/^[A-Z][a-z ]+ \d+$/u.test(first) ? first : first.slice(0, 12)}`;
  const names = others.filter((cell) => !/^\d+[smhd]( \d+[smhd])?$/u.test(cell)).slice(0, 3);
  return [first, ...names.map((name) => name.replaceAll(/\d/gu, "").slice(0, 12))].join(" ");
}

/** The console in a terminal, with its keys by action and its screen in the words of the journeys. */
export class Sextant extends Terminal {
  constructor(options: TerminalOptions) {
    super({ keys: KEYS, ...options });
  }

  /** The rows without the sidebar. */
  pane(): string[] {
    return this.screen().map((row) => (row[SIDEBAR] === "│" ? row.slice(SIDEBAR + 1) : row));
  }

  /** The row that has the keys in the pane: list, menu, form; without its mark. */
  selected(): { readonly y: number; readonly text: string } | undefined {
    const rows = this.pane();
    const y = rows.findIndex((row) => /^ ?›/u.test(row));
    return y === -1 ? undefined : { y, text: (rows[y] ?? "").replace(/^ ?› ?/u, "") };
  }

  /** Whether the row that has the keys begins so (a text), or says so (a pattern). */
  has(row: string | RegExp): boolean {
    const text = this.selected()?.text.trimStart() ?? "";
    return typeof row === "string" ? text.startsWith(row) : row.test(text);
  }

  /** Waits until a row has the keys. */
  on(row: string | RegExp): Promise<void> {
    return this.waitFor(() => this.has(row), { what: `the keys on ${String(row)}` });
  }

  /** Takes from a list that is open what has the keys when a text, if any, was typed. */
  async takeFound(row: string | RegExp, brings: Condition, text = ""): Promise<void> {
    if (text !== "") this.type(text);
    await this.on(row);
    await this.do("picker.take", brings);
  }

  /** The first row already shown inverse: the line that has the keys in a detail. */
  inverse(): { readonly y: number; readonly text: string } | undefined {
    const y = this.screen().findIndex((_row, at) =>
      Array.from({ length: this.cols }, (_cell, x) => x).some((x) => this.cell(x, at).inverse),
    );
    const from = Array.from({ length: this.cols }, (_cell, x) => x).findIndex(
      (x) => y !== -1 && this.cell(x, y).inverse,
    );
    return y === -1 ? undefined : { y, text: (this.screen()[y] ?? "").slice(from) };
  }

  /** Goes on with an action, one key at a time, until the line already shown inverse says something. */
  async mark(wanted: RegExp, action: string): Promise<void> {
    await this.#goOn(
      () => this.inverse(),
      (text) => wanted.test(text),
      action,
      String(wanted),
    );
  }

  /** Presses the key of an action and waits for what it brings. */
  async do(action: string, brings: Condition): Promise<void> {
    await this.#isAnswerable(action);
    this.press(action);
    await this.waitFor(brings);
  }

  /** Goes on with an action, one key at a time, until the row that has the keys says something. */
  async select(wanted: string | RegExp, action = "list.down"): Promise<void> {
    const isWanted = (text: string): boolean =>
      typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    await this.#goOn(() => this.selected(), isWanted, action, String(wanted));
  }

  /** Goes through a form until the field (or the item of a list) that begins with these words (a pattern) has the keys. */
  field(label: string, action: "form.next" | "form.previous" = "form.next"): Promise<void> {
    return this.select(new RegExp(`^ *${label}`, "u"), action);
  }

  /** Opens the group that has the keys, and waits until its first field has them. */
  async openItem(first: string): Promise<void> {
    this.press("form.open-item");
    await this.on(first);
  }

  /** Empties the field that has the keys and types into it. */
  async replace(text: string): Promise<void> {
    this.press("text.erase-line");
    await this.waitFor(() => /\[ *\]/u.test(this.selected()?.text ?? ""), { what: "an empty field" });
    this.type(text);
    await this.waitFor(() => this.selected()?.text.includes(`[${text}`) === true, { what: text });
  }

  /** Types the name that a review asks for; it is not sent yet. */
  async typeName(name: string): Promise<void> {
    await this.waitForSaid(new RegExp(`type ${name} exactly to`, "u"));
    this.type(name);
    await this.waitFor(`> ${name}`);
  }

  /** Types a secret into the field that has the keys; a mark stands for each of its characters. It has to fit into its row. */
  async typeHidden(secret: string): Promise<void> {
    this.type(secret);
    await this.waitFor(() => this.selected()?.text.includes("●".repeat(secret.length)) === true, {
      what: "the secret",
    });
  }

  /** Opens the list of the field that has the keys, finds a value by typing, and takes it. */
  async pick(action: "form.suggest" | "form.choices", title: string, text: string): Promise<void> {
    await this.do(action, `▌${title}`);
    await this.waitFor(() => this.selected() !== undefined, { what: "something to pick" });
    this.type(text);
    await this.waitFor(() => this.selected()?.text.startsWith(text) === true, { what: `${text} to be found` });
    this.press("picker.take");
    await this.waitUntilAbsent(`▌${title}`);
  }

  async #goOn(
    where: () => At | undefined,
    isWanted: (text: string) => boolean,
    action: string,
    what: string,
  ): Promise<void> {
    const identity = /^(detail|menu)\./u.test(action)
      ? ({ y }: At): string => String(y)
      : ({ text }: At) => nameOf(text);
    for (let pressed = 0; ; pressed += 1) {
      const here = await this.#found(where);
      if (isWanted(here.text)) return;
      if (pressed > 60) throw new Error(`No row with ${what} was come to.\n${this.describe()}`);
      this.press(action);
      const isElsewhere = (): boolean => {
        const now = where();
        return now !== undefined && identity(now) !== identity(here);
      };
      await this.waitFor(isElsewhere, { what: `${what}, in another row than ${here.text}` });
    }
  }

  /** The row that has the keys, at a moment when one is on screen: half a frame may have none. */
  async #found(where: () => At | undefined): Promise<At> {
    let found: At | undefined;
    await this.waitFor(
      () => {
        found = where();
        return found !== undefined;
      },
      { what: "a row that has the keys" },
    );
    if (found === undefined) throw new Error("no row has the keys");
    return found;
  }

  /** Waits until the rightmost pane says something, wrapped or not. */
  waitForSaid(pattern: RegExp): Promise<void> {
    return this.waitFor({ said: pattern });
  }

  /** Presses the key of an action and waits for what the rightmost pane says then. */
  doSaying(action: string, pattern: RegExp): Promise<void> {
    return this.do(action, { said: pattern });
  }

  /**
   * Goes from a form to its review, and waits until that can be answered. What it asks, or what Enter does there, may be told as a
   * pattern: a question that anything asks is `""`.
   */
  async review({ asks, offers }: { readonly asks?: string; readonly offers?: string } = {}): Promise<void> {
    let shown: Condition = "▌Review";
    if (asks !== undefined) shown = new RegExp(`${asks}\\? +y/N`, "u");
    if (offers !== undefined) shown = new RegExp(`Enter +${offers}`, "u");
    await this.do("form.review", shown);
    await this.#isAnswerable("review.yes");
  }

  /** Says yes to what a review asks, which may be told as a pattern. */
  yes(question = ""): Promise<void> {
    return this.do("review.yes", new RegExp(`${question}\\? +yes`, "u"));
  }

  /** Leaves a form that something was typed into: it is kept. */
  leaveForm(): Promise<void> {
    return this.do("form.leave", "Draft saved");
  }

  /** A review takes no answer while it still asks what is there: its title alone is no sign that it can be sent. */
  async #isAnswerable(action: string): Promise<void> {
    if (action.startsWith("review.")) await this.waitUntilAbsent(STILL_ASKING);
  }

  /** Closes the detail; the list has the keys then, and says something in its title. */
  async back(title: RegExp): Promise<void> {
    this.press("detail.back");
    await this.waitFor(/▌Alert/u);
    await this.waitFor(title);
  }

  /** Opens the menu of actions and does one of them. */
  async act(title: string, brings: Condition): Promise<void> {
    this.press("action.menu");
    // The title alone may stand in the notice of what was done before.
    await this.waitFor("▌Actions");
    await this.waitFor(title);
    await this.select(title, "menu.down");
    await this.do("menu.choose", brings);
  }
}
