import { describe, expect, it } from "vitest";
import { openSetup } from "../../src/app/form/open.ts";
import { openChoice } from "../../src/app/layers/picker-choice.ts";
import { openWrite } from "../../src/app/review/open.ts";
import { type Desk, json, openDesk } from "./form/desk.ts";
import { createSetup, editSetup, noteSetup, stored, togglePlan } from "./form/setups.ts";

/** Text input, the keys of a shell do what they do in a shell. */

type Place = readonly [name: string, open: (desk: Desk) => Promise<void>, read: (desk: Desk) => string];

const fieldText = (desk: Desk, key: string): string => desk.layer("form").state.texts[key]?.text ?? "";

const PLACES: readonly Place[] = [
  [
    "a field of one line",
    async (desk) => openSetup(desk.app, createSetup()),
    (desk) => fieldText(desk, "eventTypeName"),
  ],
  [
    "a field of several lines",
    async (desk) => openSetup(desk.app, noteSetup(1)),
    (desk) => fieldText(desk, "acknowledgementComment"),
  ],
  [
    "suggestions",
    async (desk) => {
      openSetup(desk.app, createSetup());
      await desk.press("enter");
    },
    (desk) => desk.layer("picker").text,
  ],
  ["the palette", async (desk) => desk.press(":"), (desk) => desk.layer("palette").text],
  [
    "the filter of a list",
    async (desk) => desk.press("/"),
    (desk) => desk.app.selectors.list(desk.store.getState())?.view.filter ?? "",
  ],
  [
    "the name that a review asks for",
    async (desk) => {
      openWrite(desk.app, togglePlan({ risk: "destructive", confirmName: "no such name" }));
      await desk.until("exactly to confirm, then Enter");
    },
    (desk) => desk.layer("review").typed,
  ],
];

describe.each(PLACES)("in %s", (_name, open, read) => {
  it.each([
    ["to the start and the end of the line", ["ctrl+a", "1", "ctrl+e", "2"], "1ab cd-ef2"],
    ["the same with Home and End", ["home", "1", "end", "2"], "1ab cd-ef2"],
    ["a character back and on", ["left", "left", "1", "right", "2"], "ab cd-1e2f"],
    ["words back", ["ctrl+left", "1", "alt+b", "alt+b", "2"], "ab 2cd-1ef"],
    ["words on", ["ctrl+a", "ctrl+right", "1", "alt+f", "2"], "ab1 cd2-ef"],
    ["out go a word, by spaces and by letters", ["ctrl+w", "x", "space", "y-z", "alt+backspace"], "ab x y-"],
    ["out goes the word behind", ["ctrl+a", "alt+d"], " cd-ef"],
    ["out goes the rest", ["ctrl+left", "ctrl+k"], "ab cd-"],
    ["out goes what is before", ["ctrl+left", "ctrl+u"], "ef"],
    ["out go characters on both sides", ["left", "backspace", "delete"], "ab cd-"],
  ])("%s", async (_what, keys, text) => {
    const desk = await openDesk();
    await open(desk);
    await desk.type("ab cd-ef");
    for (const key of keys) await (key.includes("-") ? desk.type(key) : desk.press(key));
    expect(read(desk)).toBe(text);
  });
});

describe("a number that the keys have just come to", () => {
  /** The form of a stored configuration, with the keys in an interval of 60 minutes. */
  async function inInterval(): Promise<Desk> {
    const desk = await openDesk();
    desk.answer({ getAlertConfiguration: json(stored()) });
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    for (let step = 0; step < 30 && desk.layer("form").focus !== "notifications#2.intervalMin"; step += 1) {
      await desk.press(/^notifications#\d+$/u.test(desk.layer("form").focus) ? "enter" : "down");
    }
    await desk.until("[60 ]");
    return desk;
  }

  const text = (desk: Desk): string => fieldText(desk, "notifications#2.intervalMin");

  it("is replaced by what is typed first, and goes on growing from there", async () => {
    const desk = await inInterval();
    await desk.type("30");
    expect(text(desk)).toBe("30");
  });

  it.each([["left"], ["right"], ["home"], ["end"], ["ctrl+e"]])("is kept by %s", async (key) => {
    const desk = await inInterval();
    await desk.press(key, "end", "0");
    expect(text(desk)).toBe("600");
  });

  it("is replaced by a paste, and taken out by the key that erases", async () => {
    const desk = await inInterval();
    await desk.paste("45");
    expect(text(desk)).toBe("45");
    await desk.press("enter", "backspace");
    expect(text(desk)).toBe("");
  });
});

describe("a chord of two keys", () => {
  it("is done when both came, and its first half is seen", async () => {
    const desk = await openDesk();
    desk.editor = (edited) => edited.replace("{", '{ "eventTypeName": "HOST_DOWN",');
    openSetup(desk.app, createSetup());
    await desk.press("ctrl+x");
    await desk.until("Ctrl-X and then");
    await desk.press("ctrl+e");
    await desk.until("host down");
  });

  it("is given up by any other key, which does what it does", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.press("ctrl+x");
    await desk.type("ab");
    expect(fieldText(desk, "eventTypeName")).toBe("ab");
    await desk.press("ctrl+x", "ctrl+a", "ctrl+e");
    await desk.type("c");
    expect(fieldText(desk, "eventTypeName")).toBe("abc");
    await desk.press("ctrl+x", "escape");
    expect(desk.top).toBeUndefined();
  });
});

it("a choice says its question whole, where a long name has no room beside it", async () => {
  const desk = await openDesk({ columns: 60 });
  const named = "prod-database-of-the-northern-region-for-payments-and-refunds";
  openChoice(desk.app, { title: "Which one here is", named, suggest: async () => [] }, () => undefined);
  await desk.until(/Which one here is prod-\S*…\S*refunds +0/u);
});
