import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { pushLayer } from "../../src/app/app.ts";
import { startWatching } from "../../src/app/screen/watching.ts";
import { hintsOf } from "../../src/app/shell/hints.ts";
import type { KeyName } from "../../src/terminal/input/keys.ts";
import { comparison, LAYERS, writes } from "./all-layers.ts";
import { seen } from "./changed-by-keys.ts";
import { type Desk, json, openDesk } from "./form/desk.ts";

/** A key that the last line names does something that is seen, also where there is nothing to do it to. */

type Situation = readonly [name: string, open: (desk: Desk) => void | Promise<void>];

const filtered = (filter: string) => (desk: Desk) => pushLayer(desk.app, { kind: "help", top: 0, scopes: [], filter });

const EMPTY: readonly Situation[] = [
  [
    "a palette without a match",
    ({ app }) => pushLayer(app, { kind: "palette", of: "areas", text: "qqq", index: 0, known: [], opening: {} }),
  ],
  ["help without a match", filtered("qqq")],
  ["help of a few keys", filtered("freeze")],
  [
    "a list of no changes",
    ({ app }) => pushLayer(app, { ...writes, journal: { entries: [], isCut: false, warnings: [] } }),
  ],
  ["a list of changes that is being read", ({ app }) => pushLayer(app, { ...writes, journal: null })],
  ["changes of which the filter shows none", ({ app }) => pushLayer(app, { ...writes, filter: "qqq" })],
  [
    "a change that is gone",
    ({ app }) => {
      pushLayer(app, { ...writes, journal: { entries: [], isCut: false, warnings: [] } });
      pushLayer(app, { kind: "write", id: "write", top: 0 });
    },
  ],
  ["a comparison that shows no row", ({ app }) => pushLayer(app, { ...comparison, filter: "qqq" })],
  [
    "a comparison that is being read",
    ({ app }) => pushLayer(app, { ...comparison, comparison: null, isReading: true }),
  ],
  [
    "a picker without a match",
    async (desk) => {
      await LAYERS.picker.open(desk);
      await desk.type("qqq");
    },
  ],
  ["a list that was not read", () => undefined],
  [
    "a list of which the filter shows nothing",
    async (desk) => {
      desk.answer({ listAlerts: json({ results: [], totalCount: 0 }) });
      await desk.type("/qqq");
      await desk.press("enter");
    },
  ],
  [
    "the overview of which the filter shows nothing",
    async (desk) => {
      desk.store.navigation.open({ area: "overview", ids: [] });
      await desk.type("/qqq");
      await desk.press("enter");
    },
  ],
];

const LAYER_SITUATIONS = Object.entries(LAYERS).map(([kind, { open }]): Situation => [kind, open]);

/** The keys that the last line names. */
const keysHinted = ({ app }: Desk): readonly KeyName[] => {
  const { bindings, scopes } = app.keys.active();
  const able = scopes.flatMap(({ id }) => bindings.filter(({ scope }) => scope === id));
  return hintsOf(app).flatMap(
    ({ words }) => able.find(({ hint, when }) => hint === words && (when === undefined || when(app)))?.keys[0] ?? [],
  );
};

async function opened(open: Situation[1]): Promise<Desk> {
  const desk = await openDesk({ columns: 160, rows: 50 });
  const stop = startWatching(desk.app, desk.clock.after);
  await open(desk);
  await desk.clock.advance(1000);
  stop();
  return desk;
}

/** Those that ask the service anew, or only say what stands there already: what they do is seen when it is answered. */
const ASKS: ReadonlySet<KeyName> = new Set(["r"]);

describe.each([...EMPTY, ...LAYER_SITUATIONS])("%s", (_name, open) => {
  it("has hints of keys that do something", async () => {
    const first = await opened(open);
    const keys = keysHinted(first).filter((key) => !ASKS.has(key));
    const idle: KeyName[] = [];
    for (const [index, key] of keys.entries()) {
      const desk = index === 0 ? first : await opened(open);
      const before = [seen(desk), desk.store.getState().notices.log];
      await desk.press(key);
      if (isDeepStrictEqual([seen(desk), desk.store.getState().notices.log], before)) idle.push(key);
    }
    expect(idle).toEqual([]);
  });
});
