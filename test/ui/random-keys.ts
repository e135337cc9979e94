import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect } from "vitest";
import type { App } from "../../src/app/app.ts";
import { draftKeyOf } from "../../src/app/form/draft-key.ts";
import { envOf } from "../../src/app/form/env.ts";
import { focusOn } from "../../src/app/form/layer.ts";
import { CONSOLE_ERROR } from "../../src/app/guard.ts";
import { keyOf } from "../../src/app/keys/key-of.ts";
import { missingAnswer } from "../../src/app/review/answer.ts";
import { type FormLayer, layerOf } from "../../src/app/workspace.ts";
import { AREA_IDS } from "../../src/contract/area-ids.ts";
import { isDirty } from "../../src/forms/open.ts";
import type { Write } from "../../src/state/writes/send.ts";
import { Stage } from "../frames/stage.ts";
import { encodeKey } from "../journeys/encode-key.ts";

/**
 * Somebody presses keys without looking. Whatever they are: the console goes on, nothing is sent that did not stand in a review
 * answered as its risk asks, and what was typed into a form is in its draft when the form is gone.
 */

/** Escape as terminals with the kitty protocol send it: at once an Escape, and never the begin of another key. */
const ESCAPE = "\u001b[27u";

const known = (names: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...names).map((name) => (name === "escape" ? ESCAPE : encodeKey(name)));

/** Keys as people press them: mostly those that lead somewhere. */
const KEYS: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: known(["enter", "down", "up", "tab", "shift+tab", "escape", "space", "right", "left"]) },
  {
    weight: 4,
    arbitrary: known(["n", "e", "x", "a", "v", "y", "u", "s", "f", "z", "c", "p", "r", "g", "G", "L", "?"]),
  },
  { weight: 4, arbitrary: known(["ctrl+s", "ctrl+r", "ctrl+d", "ctrl+n", "ctrl+p", "ctrl+x", "ctrl+u", "backspace"]) },
  {
    weight: 2,
    arbitrary: known(["pagedown", "pageup", "home", "end", "delete", "f1", "alt+up", "alt+down", "ctrl+l"]),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("/", ":", "1", "7", "+2h", "prod-eu", "shop", "{", "}", '"', "é", "漢", "-"),
  },
  { weight: 1, arbitrary: fc.constantFrom('\u001b[200~{"a": [1,\n2]}\u001b[201~', "\u001b[200~2026-12-01\u001b[201~") },
);

/** The places where somebody begins: every area. */
export const PLACES = AREA_IDS;

/** Looks at every write at the moment when it is sent: it has to stand in an answered review. */
function watchWrites(app: App, troubles: string[], sentForms: Set<string>): void {
  const { send } = app.store;
  const { one, each } = { one: send.one, each: send.each };
  const isReviewed = (): boolean => {
    const layer = layerOf(app.store.getState(), "review");
    // While it is starting no requirement any more: it counts what was answered before.
    return (
      layer?.stage === "sending" &&
      layer.review !== null &&
      missingAnswer({ ...layer, stage: "ready" }, keyOf(app)) === null
    );
  };
  const writesLabel = (writes: readonly Write[]): string =>
    writes.map(({ title, name }) => `${title}: ${name}`).join(", ");
  Object.assign(send, {
    one: (write: Write) => {
      for (const { setup } of formsOf(app)) sentForms.add(draftKeyOf(setup));
      if (!isReviewed()) troubles.push(`sent without a review: ${writesLabel([write])}`);
      return one(write);
    },
    each: (...args: Parameters<typeof each>) => {
      const [writes] = args;
      for (const { setup } of formsOf(app)) sentForms.add(draftKeyOf(setup));
      // The review has just made room for the results, which stand there before anything is sent.
      const isShown = layerOf(app.store.getState(), "result")?.running === true;
      if (!isShown) troubles.push(`sent without a review: ${writesLabel(writes)}`);
      return each(...args);
    },
  });
}

const formsOf = (app: App): readonly FormLayer[] =>
  app.store.getState().layers.filter((layer) => layer.kind === "form");

/** Whether something stands in a form that was not there, once its field is left: a blank after a value is none. */
const hasWork = (app: App, layer: FormLayer): boolean =>
  isDirty(layer.setup.plan, focusOn(layer, envOf(app), layer.focus).state);

/** The form of before, where it was deleted now and nothing of it is kept though something was typed into it. */
function lostOf(app: App, before: readonly FormLayer[], sentForms: ReadonlySet<string>): string | null {
  const now = new Set(formsOf(app).map(({ setup }) => draftKeyOf(setup)));
  for (const layer of before) {
    const { setup, stage } = layer;
    if (now.has(draftKeyOf(setup)) || stage !== "filling" || setup.applies !== undefined) continue;
    if (!hasWork(app, layer) || sentForms.has(draftKeyOf(setup))) continue;
    if (app.store.drafts.find(draftKeyOf(setup)) === undefined) return draftKeyOf(setup);
  }
  return null;
}

/** Ways into a form, from a list: a new thing, the selected one, the first of its actions. */
const WAYS_IN: readonly (readonly string[])[] = [["n"], ["e"], ["enter", "e"], ["a", "enter"], ["x"]];

/** So many keys after a form was left, another one is opened. */
const REOPEN_AFTER = 15;

/** Presses keys at a place and looks after each. `inForms`: wherever the keys lead to, a form is opened again soon. */
async function pressed(
  place: string,
  sequence: readonly string[],
  size: readonly [number, number],
  inForms: boolean,
): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "sextant-keys-"));
  const [columns, rows] = size;
  const stage = await Stage.open({
    columns,
    rows,
    place,
    state,
    shown: place === "runbooks" ? "in progress" : "as of",
  });
  const { app } = stage;
  const troubles: string[] = [];
  // What was sent has no draft any more when its answer comes, some keys later.
  const sentForms = new Set<string>();
  watchWrites(app, troubles, sentForms);
  try {
    for (const [at, key] of sequence.entries()) {
      if (inForms && at % REOPEN_AFTER === 0 && formsOf(app).length === 0) {
        app.store.setState({ layers: [] });
        app.store.navigation.focus("main");
        for (const way of WAYS_IN[(at / REOPEN_AFTER) % WAYS_IN.length] ?? []) {
          stage.type(encodeKey(way));
          // What a form starts from is read first.
          for (let turn = 0; turn < 20; turn += 1) await setImmediate();
        }
      }
      const before = formsOf(app);
      stage.type(key);
      await setImmediate();
      await setImmediate();
      const lost = lostOf(app, before, sentForms);
      if (lost !== null) troubles.push(`nothing is kept of ${lost} after key ${at} (${JSON.stringify(key)})`);
      const errors = app.store.getState().notices.log.filter(({ text }) => text.startsWith(CONSOLE_ERROR));
      troubles.push(...errors.map(({ text }) => `${text} after key ${at} (${JSON.stringify(key)})`));
      if (troubles.length > 0) break;
    }
    expect(troubles).toEqual([]);
    expect(stage.frame()).toMatch(/sextant|▌/u);
  } finally {
    await stage.close();
    rmSync(state, { recursive: true, force: true });
  }
}

/** So many games of so many keys each, at one of the places and sizes; fast-check prints the seed of one that fails. */
export const playRandomKeys = (
  games: number,
  length: number,
  places: readonly string[],
  sizes: readonly (readonly [number, number])[],
  inForms = false,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.array(KEYS, { minLength: length, maxLength: length }),
      fc.constantFrom(...sizes),
      fc.constant(inForms),
      pressed,
    ),
    { numRuns: games, endOnFailure: true },
  );
