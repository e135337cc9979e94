import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSetup } from "../../src/app/form/open.ts";
import { setPreferences } from "../../src/app/preferences/apply.ts";
import type { LayerKind } from "../../src/app/workspace.ts";
import { LAYERS } from "./all-layers.ts";
import { KEYS_TO_TRY, whatKeysChange } from "./changed-by-keys.ts";
import { type Desk, openDesk } from "./form/desk.ts";
import { createSetup } from "./form/setups.ts";

/** Keys go only to what is drawn: whatever lies over the panes and however large the terminal is, nothing is done unseen. */

const KINDS = Object.keys(LAYERS).filter((kind): kind is LayerKind => kind in LAYERS);

type Place = {
  readonly columns: number;
  readonly rows: number;
  readonly pane: "sidebar" | "main";
  readonly hideSidebar: boolean;
};

/** The edges of what there is room for, and anything between. */
const place: fc.Arbitrary<Place> = fc.record({
  columns: fc.oneof(fc.constantFrom(160, 80, 79, 60, 59, 24, 23), fc.integer({ min: 1, max: 160 })),
  rows: fc.oneof(fc.constantFrom(50, 24, 18, 17, 15, 14, 3, 2), fc.integer({ min: 1, max: 50 })),
  pane: fc.constantFrom("sidebar" as const, "main" as const),
  hideSidebar: fc.boolean(),
});

/** Shows a terminal of a size, after one in which nothing but its own size stands. */
async function goTo(desk: Desk, { columns, rows, pane, hideSidebar }: Place): Promise<void> {
  desk.store.setState({ hideSidebar: false });
  desk.resize(37, 11);
  await desk.until("This terminal is 37x11");
  desk.store.setState({ hideSidebar });
  desk.store.navigation.focus(hideSidebar ? "main" : pane);
  desk.resize(columns, rows);
}

/** A desk of a large terminal with something open over its panes. */
async function opened(kind: LayerKind): Promise<Desk> {
  const desk = await openDesk({ columns: 160, rows: 50 });
  await LAYERS[kind].open(desk);
  await desk.until(LAYERS[kind].words);
  return desk;
}

/** Looks that a sentence in place of something, and the rule beside it, are drawn with. */
const LEFT: readonly unknown[] = ["bad", "dim", "plain", "rule"];

/** Lets every part of the screen throw that is drawn with any other look. */
function breakDrawing({ store }: Desk): void {
  const { look } = store.getState();
  const looks = new Proxy(look.theme.looks, {
    get(all, name) {
      if (!LEFT.includes(name)) throw new TypeError("no such look");
      return Reflect.get(all, name);
    },
  });
  store.setState({ look: { ...look, theme: { ...look.theme, looks } } });
}

describe.each(KINDS)("%s", (kind) => {
  const { words } = LAYERS[kind];

  it("takes no key but Esc and those of the program where it cannot be drawn", async () => {
    const desk = await opened(kind);
    const { look } = desk.store.getState();
    breakDrawing(desk);
    await desk.until("because of an error in this console: no such look");
    expect(await whatKeysChange(desk, KEYS_TO_TRY)).toEqual([]);
    const { scopes, bindings } = desk.app.keys.active();
    expect(scopes.filter(({ takes, takeKey }) => takes !== "nothing" || takeKey !== undefined)).toEqual([]);
    const own = bindings.filter(({ scope }) => scope === scopes[0]?.id);
    expect(own.flatMap(({ keys }) => keys).filter((key) => key !== "escape")).toEqual([]);
    // Drawn again, it takes its keys again.
    desk.store.setState({ look });
    await desk.until(words);
    expect(desk.store.getState().broken.size).toBe(0);
    expect(desk.app.keys.active().bindings.length).toBeGreaterThan(bindings.length);
  });

  it("is drawn from 60x15 on, and below that its keys do nothing, from the sidebar as well", async () => {
    const desk = await opened(kind);
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        await goTo(desk, at);
        if (at.columns >= 60 && at.rows >= 15) await desk.until(words);
        // A filter is typed in the last line, which a pane alone has at any size.
        else if (kind !== "filter" || !at.hideSidebar) {
          expect(await whatKeysChange(desk, KEYS_TO_TRY)).toEqual([]);
          expect(desk.frame()).not.toContain(words);
        }
      }),
      { numRuns: 20, examples: [[{ columns: 60, rows: 15, pane: "sidebar", hideSidebar: false }]] },
    );
  });
});

describe("a pane that cannot be drawn", () => {
  it.each([
    ["main", "list"],
    ["sidebar", "sidebar"],
  ] as const)(
    "leaves the keys that lead elsewhere, and none that act on what is selected in it: %s",
    async (pane, scope) => {
      const desk = await openDesk({ columns: 160, rows: 50 });
      desk.store.setState({ hideSidebar: false });
      desk.store.navigation.focus(pane);
      await desk.until("Custom DNS");
      const before = desk.app.keys.active().bindings.filter((binding) => binding.scope === scope);
      breakDrawing(desk);
      await desk.until("L shows details. Everything else works.");
      const { bindings } = desk.app.keys.active();
      const left = bindings.filter((binding) => binding.scope === scope);
      expect(before.length).toBeGreaterThan(left.length);
      expect(left.flatMap(({ keys }) => keys).filter((key) => key !== "escape")).toEqual([]);
      const ids = bindings.map(({ id }) => id);
      expect(ids).toEqual(
        expect.arrayContaining(["quit", "help.open", "activity", "palette.open", "pane.next", "refresh"]),
      );
      expect(ids.filter((id) => ["action.menu", "action.edit", "action.delete", "pin"].includes(id))).toEqual([]);
      expect(
        await whatKeysChange(desk, ["enter", "space", "down", "j", "e", "a", "x", "b", "s", "v", "y", "*"]),
      ).toEqual([]);
    },
  );
});

describe("the sidebar of a small terminal", () => {
  it.each([
    [60, 15],
    [160, 17],
    [79, 50],
  ])("of %i x %i makes room for what is opened from it, and is there again", async (columns, rows) => {
    const desk = await openDesk({ columns, rows });
    desk.store.setState({ hideSidebar: false });
    await desk.press("left");
    await desk.until("Custom DNS");
    for (const [key, words] of [
      ["?", "Keys"],
      [":", "Commands"],
      ["/", "Go to"],
      [",", "Preferences"],
      ["L", "Activity"],
    ] as const) {
      await desk.press(key);
      await desk.until(words);
      await desk.press("escape");
      await desk.until("Alert configs");
    }
  });
});

describe("a pane without room for what lies over it", () => {
  it("says how to close a review, and closes it; what is answered and sent waits for a larger one", async () => {
    const desk = await opened("review");
    desk.resize(50, 10);
    await desk.until("needs a terminal of 60x15");
    expect(desk.frame().replaceAll(/\s+/gu, " ")).toContain("Make it larger, or press Esc to close it.");
    await desk.press("y", "enter");
    expect(desk.top?.kind).toBe("review");
    await desk.press("escape");
    expect(desk.top).toBeUndefined();
  });

  it("names the key that was chosen for closing, and closes with it", async () => {
    const desk = await opened("review");
    setPreferences(desk.app, { keys: { "review.back": ["f4"] } });
    desk.resize(50, 10);
    await desk.until("or press F4 to close it.");
    await desk.press("escape");
    expect(desk.top?.kind).toBe("review");
    await desk.press("f4");
    expect(desk.top).toBeUndefined();
  });

  it("keeps a form whose input would be gone with it", async () => {
    const desk = await openDesk({ columns: 160, rows: 50 });
    openSetup(desk.app, createSetup({ keepsDraft: false }));
    await desk.type("SOMETHING");
    desk.resize(50, 10);
    await desk.until("Make it larger.");
    await desk.press("escape");
    expect(desk.top?.kind).toBe("form");
    desk.resize(160, 50);
    await desk.until("SOMETHING");
  });
});

describe("a terminal without room for a console", () => {
  it("is quit by the key that it names, which is none that could have been typed into a form", async () => {
    const desk = await openDesk({ columns: 160, rows: 50 });
    desk.store.setState({ hideSidebar: false });
    desk.resize(40, 10);
    await desk.until("or press q.");
    openSetup(desk.app, createSetup());
    await desk.until("or press Ctrl-C.");
    await desk.press("q");
    expect(desk.quits).toBe(0);
    await desk.press("ctrl+c");
    expect(desk.quits).toBe(1);
  });
});

it("gives no keys to a sidebar that is not there", async () => {
  const desk = await openDesk();
  await desk.press("escape", "escape");
  expect(desk.store.getState().navigation.pane).toBe("main");
});
