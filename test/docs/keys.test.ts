import { describe, expect, it } from "vitest";
import type { Binding } from "../../src/app/app.ts";
import { allBindings } from "../../src/app/input/bindings.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { COMMAND_NAMES } from "../../src/commands/table/commands.ts";
import { allOperations } from "../../src/contract/operations.ts";
import {
  type Meaning,
  needlessPairs,
  otherMeanings,
  reboundInPanes,
  type Shared,
  sameIds,
  sameNames,
  sharedKeys,
} from "./conflicts.ts";
import { keysPage } from "./keys-page.ts";

/** The page of keys, and conflicts among keys and names. `npm run docs` writes the page. */

const bindings = allBindings();

const actions = AREAS.flatMap(({ screen }) => screen.actions);

/** Bindings of one scope that have a key in common because never both apply; the reason is what has to stay true. */
const SHARED: readonly Shared[] = [
  { ids: ["form.leave", "form.leave-unsaved"], why: "a form saves a draft or it does not" },
  { ids: ["form.open-item", "form.fold-item"], why: "a group is folded or open" },
  { ids: ["form.open-item", "form.add"], why: "the row is a group, or the row that adds one" },
  { ids: ["form.open-item", "form.pass"], why: "the row is a group, or one that is carried along" },
  { ids: ["form.fold-item", "form.add"], why: "the row is a group, or the row that adds one" },
  { ids: ["form.fold-item", "form.pass"], why: "the row is a group, or one that is carried along" },
  { ids: ["form.add", "form.pass"], why: "the row adds a group, or is carried along" },
  { ids: ["form.suggest", "form.break"], why: "free JSON has suggestions while it is empty, and lines from then on" },
  { ids: ["form.suggest", "form.accept"], why: "the field has suggestions, or none" },
  { ids: ["form.break", "form.accept"], why: "the field is free JSON, or not" },
  { ids: ["form.turn", "form.choices"], why: "the field is a switch, or a choice" },
  { ids: ["form.turn", "form.several"], why: "the field is a switch, or takes several" },
  { ids: ["form.choices", "form.several"], why: "the field takes one, or several" },
  { ids: ["form.turn", "form.choose"], why: "the list of choices is closed, or open" },
  { ids: ["form.choices", "form.choose"], why: "the list of choices is closed, or open" },
  { ids: ["form.several", "form.choose"], why: "the list of choices is closed, or open" },
  { ids: ["review.send", "review.take-over"], why: "a question is asked only when no conflict is left" },
  { ids: ["review.send", "review.look"], why: "no requirement while the outcome is unknown" },
  { ids: ["review.take-over", "review.look"], why: "a review is in one stage" },
  { ids: ["review.yes", "review.copy-y"], why: "y copies only where it is no answer" },
  { ids: ["copying.send", "copying.done"], why: "a copy is asked about, or has ended" },
  { ids: ["form.review", "form.apply"], why: "a form writes, or it only asks" },
];

/** Keys that hold everywhere and that a pane has too, for the same. */
const SAME: readonly Shared[] = [
  { ids: ["filter.open", "list.filter"], why: "from elsewhere the list gets the keys first; in the list it has them" },
  { ids: ["filter.open", "sidebar.find"], why: "among areas, areas are found" },
  { ids: ["pane.right", "sidebar.open"], why: "to the right of the areas is what the marked one shows" },
];

/** To choose with the key that goes right, or to close with one that goes left or that opened it, is no other meaning. */
const orLeave = (id: string): RegExp => new RegExp(`^(${id}|menu\\.choose|\\w+\\.close)$`, "u");

/** The letters of `design.md`, keys: they mean this everywhere. */
const MEANINGS: readonly Meaning[] = [
  { key: "j", means: "move down", ids: /\.down$/u },
  { key: "k", means: "move up", ids: /\.up$/u },
  { key: "h", means: "to the left", ids: orLeave("pane.left") },
  { key: "l", means: "to the right", ids: orLeave("pane.right|sidebar.open") },
  {
    key: "/",
    means: "filter",
    ids: /^(list\.filter|filter\.open|(help|activity|writes|comparison)\.filter|sidebar\.find)$/u,
  },
  { key: ":", means: "palette", ids: /^palette\.open$/u },
  { key: "?", means: "help", ids: /help/u },
  { key: "n", means: "new", ids: /^(action\.new|(review|copying)\.no)$/u },
  { key: "e", means: "edit", ids: /^(action\.edit|help\.change)$/u },
  { key: "a", means: "actions on the selection", ids: orLeave("action.menu") },
  { key: "x", means: "delete, cancel, take out", ids: /^(action\.delete|form\.remove)$/u },
  { key: "s", means: "sort", ids: orLeave("list.sort") },
  { key: "y", means: "copy, yes", ids: /\.(copy|copy-y|close|yes)$/u },
  { key: "v", means: "raw", ids: /\.(raw|close|whole)$/u },
  {
    key: "r",
    means: "refresh, read again",
    ids: /^(refresh|(writes|comparison)\.refresh|form\.again|review\.again)$/u,
  },
  { key: "p", means: "profile and project", ids: orLeave("project") },
  // In a review y may be an answer, so that copying has a letter of its own there; in a comparison it copies from there to here.
  { key: "c", means: "cluster", ids: orLeave("cluster|(review|comparison).copy") },
  { key: "f", means: "full-screen pane", ids: /^pane\.full$/u },
  { key: "z", means: "freeze", ids: /^freeze$/u },
  { key: "L", means: "activity", ids: orLeave("activity") },
  { key: "t", means: "nothing: a letter pressed by mistake must not change how all looks", ids: /^(?!)$/u },
  { key: "T", means: "local time or UTC", ids: /^zone$/u },
  { key: "u", means: "undo, put back", ids: /^(undo|form\.put-back)$/u },
  { key: "q", means: "quit, close", ids: orLeave("quit") },
  // In a list it marks; where there are no rows to mark it chooses, and turns the page of what is read.
  {
    key: "space",
    means: "mark",
    ids: /^((list|picker|comparison)\.mark|menu\.choose|columns\.toggle|form\.[\w-]+|(raw|page|help|activity|write|difference)\.page-down)$/u,
  },
];

const bound = (id: string, scope: Binding["scope"], keys: readonly string[], when?: Binding["when"]): Binding => ({
  id,
  scope,
  keys,
  title: id,
  run: () => undefined,
  ...(when === undefined ? {} : { when }),
});

describe("the page of keys", () => {
  it("says what the console does (npm run docs writes it anew)", async () => {
    await expect(keysPage(bindings)).toMatchFileSnapshot("../../docs/keys.md");
  });

  it("has every binding", () => {
    const page = keysPage(bindings);
    expect(bindings.length).toBeGreaterThan(50);
    expect(bindings.filter(({ id }) => !page.includes(`| \`${id}\` |`))).toEqual([]);
  });
});

describe("keys of the console", () => {
  it("are one thing at a time in each place", () => {
    expect(sharedKeys(bindings, SHARED)).toEqual([]);
  });

  it("share nothing that is not shared any more", () => {
    expect(needlessPairs(bindings, [...SHARED, ...SAME])).toEqual([]);
  });

  it("mean in a pane what they mean everywhere", () => {
    expect(reboundInPanes(bindings, SAME)).toEqual([]);
  });

  it("mean the same wherever a letter is bound", () => {
    expect(otherMeanings(bindings, MEANINGS)).toEqual([]);
  });
});

describe("names of the console", () => {
  it("are given once to bindings, actions and areas, which all stand in the palette", () => {
    const ids = [...bindings, ...actions, ...AREAS.map(({ id }) => ({ id: `area:${id}` }))];
    expect(sameIds(ids)).toEqual([]);
  });

  // Numbers are not names: the specification gives some to two operations (E52 reads and updates, E53a lists two kinds).
  it("are given once to operations and their other names", () => {
    const names = allOperations().flatMap(({ id, aliases }) => [id, ...aliases].map((name) => ({ name, of: id })));
    expect(names.length).toBeGreaterThan(20);
    expect(sameNames(names)).toEqual([]);
  });

  it("are given once to areas and what they are called, and are no commands", () => {
    const commands = [...COMMAND_NAMES, "console", "profile"].map((name) => ({ name, of: `sextant ${name}` }));
    const areas = AREAS.flatMap(({ id, label }) => [id, label].map((name) => ({ name, of: id })));
    expect(sameNames([...commands, ...areas])).toEqual([]);
  });
});

describe("what looks for conflicts", () => {
  const one = bound("one", "list", ["j", "ctrl+i"]);

  it("finds a key that two of a scope have, by what a terminal sends", () => {
    expect(sharedKeys([one, bound("two", "list", ["k", "j"])], [])).toEqual(["one and two share j in list"]);
    expect(sharedKeys([one, bound("two", "list", ["tab"])], [])).toEqual(["one and two share tab in list"]);
    expect(sharedKeys([one, bound("two", "detail", ["j"])], [])).toEqual([]);
  });

  it("lets a pair share a key only when it is allowed and each has a condition", () => {
    const pair: readonly Shared[] = [{ ids: ["two", "one"], why: "" }];
    const never = (): boolean => false;
    expect(sharedKeys([one, bound("two", "list", ["j"], never)], pair)).toHaveLength(1);
    expect(sharedKeys([{ ...one, when: never }, bound("two", "list", ["j"], never)], pair)).toEqual([]);
    expect(needlessPairs([one, bound("two", "list", ["k"])], pair)).toHaveLength(1);
  });

  it("finds ids and names that are there twice", () => {
    expect(sameIds([one, bound("two", "list", ["k"]), one])).toEqual(["the id one is there twice"]);
    const names = [
      { name: "E12", of: "listAlerts" },
      { name: "e12", of: "getAlert" },
    ];
    expect(sameNames(names)).toEqual(['"e12" names both listAlerts and getAlert']);
  });

  it("finds a key that a pane takes from everywhere, and a letter with another meaning", () => {
    const everywhere = bound("zone", "global", ["T"]);
    expect(reboundInPanes([everywhere, bound("detail.top", "detail", ["T"])], [])).toHaveLength(1);
    expect(reboundInPanes([everywhere, bound("menu.top", "menu", ["T"])], [])).toEqual([]);
    expect(otherMeanings([everywhere, bound("menu.top", "menu", ["T"])], MEANINGS)).toHaveLength(1);
  });
});
