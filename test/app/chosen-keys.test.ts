import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Binding } from "../../src/app/app.ts";
import { createApp } from "../../src/app/create-app.ts";
import { allBindings } from "../../src/app/input/bindings.ts";
import { type ChosenKeys, withChosenKeys } from "../../src/app/keys/chosen-keys.ts";
import { keyLabel } from "../../src/app/keys/key-label.ts";
import { helpLines } from "../../src/app/layers/help.ts";
import { setPreferences } from "../../src/app/preferences/apply.ts";
import { DEFAULT_KEYS } from "../../src/areas/model/key-names.ts";
import { isKeyName, whyNotSent } from "../../src/terminal/input/keys.ts";
import { encodeKey } from "../journeys/encode-key.ts";
import { testConsole } from "../state/console.ts";
import { decodeAtOnce } from "../terminal/clocked-decoder.ts";
import { quietHost } from "../ui/quiet-host.ts";
import { otherKeys } from "./other-keys.ts";

const own = allBindings();

const keysOf = (chosen: ChosenKeys, id: string): readonly string[] | undefined =>
  withChosenKeys(own, chosen).bindings.find((binding: Binding) => binding.id === id)?.keys;

const refusals = (chosen: ChosenKeys): string => withChosenKeys(own, chosen).refused.join("\n");

describe("keys of one's own", () => {
  test("take the place of what a binding has; the others keep theirs", () => {
    const { bindings, refused } = withChosenKeys(own, { "action.new": ["f2", "N"] });
    expect(refused).toEqual([]);
    const changed = bindings.filter((binding, index) => binding !== own[index]);
    expect(changed.map(({ id, keys, ownKeys }) => ({ id, keys, ownKeys }))).toEqual([
      { id: "action.new", keys: ["f2", "N"], ownKeys: ["n"] },
    ]);
  });

  test("change places with one another", () => {
    const swapped = { "action.new": ["e"], "action.edit": ["n"] };
    expect(refusals(swapped)).toBe("");
    expect([keysOf(swapped, "action.new"), keysOf(swapped, "action.edit")]).toEqual([["e"], ["n"]]);
  });

  test.each([
    [{ "action.new": ["e"] }, "e cannot be the key of “New”: it is “Edit” (Everywhere)."],
    [{ "list.sort": ["r"] }, "r cannot be the key of “Sort”: it is “Refresh” (Everywhere)."],
    [{ "form.review": ["s"] }, "text is typed there"],
    [{ "action.new": ["ctrl+i"] }, "terminals send the same for Tab"],
    [{ "action.new": ["ctrl+shift+n"] }, "terminals send the same without Shift"],
    [{ "action.new": ["super+n"] }, "most terminals do not send it"],
    [{ "action.new": ["alt+O"] }, "terminals send the same at the start of other keys"],
    [{ "action.new": ["newkey"] }, "no key has this name"],
    [{ "action.new": ["ctrl+c"] }, "it is “Quit”"],
    [{ "action.new": ["ctrl+x"], "form.editor": ["ctrl+x ctrl+e"] }, ""],
    [{ "form.again": ["ctrl+x"] }, "ctrl+x cannot"],
    [{ "no.such": ["f2"] }, "There is no key no.such"],
  ])("%j is answered with the reason", (chosen, reason) => {
    expect(refusals(chosen).toLowerCase()).toContain(reason.toLowerCase().replace("ctrl+x", "ctrl-x"));
    if (reason === "") expect(refusals(chosen)).toBe("");
  });

  test("a binding whose wish is refused keeps its keys, and stands in the way of who wanted them", () => {
    const chosen = { "action.new": ["e"], "action.edit": ["super+e"] };
    expect(refusals(chosen)).toContain("it is “Edit”");
    expect([keysOf(chosen, "action.new"), keysOf(chosen, "action.edit")]).toEqual([["n"], ["e"]]);
  });

  test("never take the way out", () => {
    expect(keysOf({ quit: ["Q"] }, "quit")).toEqual(["Q", "ctrl+c"]);
    expect(keysOf({ quit: [] }, "quit")).toEqual(["q", "ctrl+c"]);
  });

  test("are named in texts of areas, from when they are chosen", () => {
    const { store } = testConsole();
    const app = createApp({ store, host: quietHost() });
    store.navigation.open({ area: "export-buckets", ids: [] });
    const emptyText = (): string | undefined => app.selectors.list(store.getState())?.model.empty;
    const help = (): string =>
      helpLines(app, { kind: "help", top: 0, filter: "", scopes: [] })
        .slice(0, 2)
        .flatMap((line) => line.map(({ text }) => text))
        .join("");
    expect([emptyText(), help()]).toEqual([
      expect.stringContaining("n registers a bucket."),
      expect.stringContaining("n registers one."),
    ]);
    setPreferences(app, { keys: { "action.new": ["ctrl+n"] } });
    expect([emptyText(), help()]).toEqual([
      expect.stringContaining("Ctrl-N registers a bucket."),
      expect.stringContaining("Ctrl-N registers one."),
    ]);
  });

  test.each(Object.entries(DEFAULT_KEYS))("have %s, which areas name, with its default key %s", (id, label) => {
    expect(keyLabel(own.find((binding) => binding.id === id)?.keys[0] ?? "")).toBe(label);
  });

  test("can be others for every binding at once", () => {
    const chosen = otherKeys();
    expect(Object.keys(chosen)).toHaveLength(own.length);
    expect(refusals(chosen)).toBe("");
  });

  test("are only such as terminals send, whatever their name", () => {
    const names = fc
      .tuple(
        fc.subarray(["ctrl+", "alt+", "shift+"]),
        fc.constantFrom(
          ..."abchijmxzAOPX19+-[]^_é漢/;",
          "space",
          "enter",
          "tab",
          "escape",
          "backspace",
          "delete",
          "up",
          "home",
          "pageup",
          "f1",
          "f12",
          "f13",
        ),
      )
      .map(([modifiers, base]) => `${modifiers.join("")}${base}`);
    fc.assert(
      fc.property(names, (name) => {
        fc.pre(isKeyName(name) && whyNotSent(name) === null);
        expect(decodeAtOnce(encodeKey(name))).toMatchObject([{ type: "key", name }]);
      }),
    );
  });
});
