import { Sextant } from "../sextant.ts";
import type { Condition } from "../terminal.ts";

/** What a person did: keys that command or move (a key with Ctrl or Shift is one), and characters of texts. */
export type Count = { readonly keys: number; readonly characters: number };

/** A console that counts what is pressed and what is typed. */
export class Counted extends Sextant {
  #keys = 0;
  #characters = 0;

  get count(): Count {
    return { keys: this.#keys, characters: this.#characters };
  }

  override press(action: string): void {
    this.#keys += 1;
    super.press(action);
  }

  override type(text: string): void {
    this.#characters += [...text].length;
    super.type(text);
  }

  /** Goes somewhere or does something by the palette: a text of which the wanted entry is the first that it finds. */
  async go(text: string, entry: string, brings: Condition): Promise<void> {
    await this.do("palette.open", "▌Commands");
    this.type(text);
    const isFound = (): boolean => this.row(` : ${text}`) !== undefined && this.has(entry);
    await this.waitFor(isFound, { what: `${entry}, found first by ${text}` });
    await this.do("palette.choose", brings);
    await this.waitFor(() => this.row("▌Commands") === undefined, { what: "the palette to be closed" });
  }

  /** Puts the keys on a row of the list by filtering. */
  async filter(text: string, row: string | RegExp): Promise<void> {
    await this.do("list.filter", /^.* \/ /u);
    this.type(text);
    await this.waitFor(new RegExp(`/${text} +\\d+ of`, "u"));
    await this.do("filter.keep", /Enter open/u);
    await this.on(row);
  }

  /** Presses a key as often as is said, and waits each time until another row has the keys. */
  async times(count: number, action: string, row: string | RegExp): Promise<void> {
    for (let pressed = 0; pressed < count; pressed += 1) {
      const before = this.selected()?.y;
      this.press(action);
      await this.waitFor(() => this.selected() !== undefined && this.selected()?.y !== before, { what: "another row" });
    }
    await this.on(row);
  }

  /** Types into the field that has the keys. */
  async fill(text: string): Promise<void> {
    this.type(text);
    await this.waitFor(text);
  }

  /** The form is there: while what it starts from is still being read, no field has the keys, and keys do nothing. */
  #form(): Promise<void> {
    return this.waitFor(() => this.selected() !== undefined, { what: "a field that has the keys" });
  }

  /** Asks for the review. */
  override async review(): Promise<void> {
    await this.#form();
    await super.review();
  }

  /** Asks for the review, which goes to what is still needed. */
  async toWhatIsNeeded(row: string | RegExp): Promise<void> {
    await this.#form();
    this.press("form.review");
    await this.on(row);
  }

  /** Goes to a field of the form by its name. */
  async goToField(text: string, row: string | RegExp): Promise<void> {
    await this.#form();
    await this.do("form.find", "▌Go to a field");
    this.type(text);
    await this.on(row);
    this.press("picker.take");
    await this.waitUntilAbsent("▌Go to a field");
    await this.on(row);
  }

  /** Takes the first that is listed, by a text where it is not the first without one. */
  async take(title: string, row: string | RegExp, text = "", by = "picker.take"): Promise<void> {
    await this.waitFor(`▌${title}`);
    await this.waitFor(() => this.selected() !== undefined, { what: "something to pick" });
    if (text !== "") this.type(text);
    await this.on(row);
    this.press(by);
    await this.waitUntilAbsent(`▌${title}`);
  }

  /** Chooses for the field that has the keys from what is listed for it. */
  async choose(field: string, row: string | RegExp, text = "", key = "form.suggest"): Promise<void> {
    await this.on(field);
    this.press(key);
    await this.take(field, row, text);
  }

  /** Chooses for the field that has the keys, and goes on to the next field with the same key. */
  async chooseAndGoOn(field: string, row: string | RegExp, text = ""): Promise<void> {
    await this.on(field);
    this.press("form.suggest");
    await this.take(field, row, text, "picker.take-and-go");
  }

  /** Opens the menu and does what stands there, by its number. */
  async menu(title: string, brings: Condition): Promise<void> {
    await this.do("action.menu", "▌Actions");
    const row = new RegExp(`(\\d) ${title}`, "u");
    await this.waitFor(row);
    this.#keys += 1;
    this.key(row.exec(this.text())?.[1] ?? "");
    await this.waitFor(brings);
  }

  /** Sends what needs no more than Enter. */
  async confirm(said: RegExp): Promise<void> {
    await this.waitFor("▌Review");
    await this.waitFor(/Enter +\S/u);
    await this.#send(said);
  }

  /** Sends what asks for a yes. */
  async confirmWithYes(said: RegExp): Promise<void> {
    await this.waitFor(/y\/N/u);
    await this.yes();
    await this.#send(said);
  }

  /** Sends what asks for a name. */
  async confirmWithName(name: string, said: RegExp): Promise<void> {
    await this.typeName(name);
    await this.#send(said);
  }

  /** Deletes what has the keys, which asks for a name. */
  async deleteByName(name: string, said: RegExp): Promise<void> {
    await this.do("action.delete", "▌Review");
    await this.confirmWithName(name, said);
  }

  /** Deletes what has the keys, which asks for a yes. */
  async deleteWithYes(said: RegExp): Promise<void> {
    await this.do("action.delete", "▌Review");
    await this.confirmWithYes(said);
  }

  /** Sends, and waits for what the screen says after it: the review has gone by then. */
  async #send(said: RegExp): Promise<void> {
    this.press("review.send");
    await this.waitUntilAbsent("▌Review");
    await this.waitForSaid(said);
  }
}
