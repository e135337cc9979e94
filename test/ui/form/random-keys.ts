import fc from "fast-check";
import { expect } from "vitest";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { keyOf } from "../../../src/app/keys/key-of.ts";
import { missingAnswer } from "../../../src/app/review/answer.ts";
import { layerOf } from "../../../src/app/workspace.ts";
import { isDirty } from "../../../src/forms/open.ts";
import { Desk, json } from "./desk.ts";
import { editSetup, stored } from "./setups.ts";

/** Any keys at all, on an open form: nothing is sent that was not reviewed, nothing that was filled in is lost. */

const KEYS = [
  ..."abxyncvruJKRL?q:/ 05".split("").map((character) => (character === " " ? "space" : character)),
  ...["down", "down", "down", "up", "tab", "tab", "left", "right", "home", "end", "pagedown", "pageup"],
  ...["enter", "enter", "enter", "escape", "backspace", "delete", "shift+tab", "ctrl+home", "ctrl+end"],
  ...[
    "ctrl+s",
    "ctrl+s",
    "ctrl+o",
    "ctrl+r",
    "ctrl+u",
    "ctrl+space",
    "alt+up",
    "alt+down",
    "alt+enter",
    "alt+v",
    "alt+c",
  ],
] as const;

const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

async function play(keys: readonly string[]): Promise<void> {
  const desk = await Desk.open({ columns: 80, rows: 24 });
  try {
    desk.answer({ getAlertConfiguration: json(stored()), updateAlertConfiguration: json(stored()) });
    desk.editor = (text) => text.replace("CRITICAL", "INFO");
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    let allowed = 0;
    let sent = 0;
    for (const key of keys) {
      const workspace = desk.app.store.getState();
      const review = layerOf(workspace, "review");
      const form = layerOf(workspace, "form");
      const isAnswered =
        desk.top?.kind === "review" && review !== undefined && missingAnswer(review, keyOf(desk.app)) === null;
      if (isAnswered && key === "enter") allowed += 1;
      await desk.press(key);
      const made = desk.client.made.filter(({ operation }) => WRITES.includes(operation.method)).length;
      expect(made).toBeLessThanOrEqual(allowed);
      const after = layerOf(desk.app.store.getState(), "form");
      const isClosed = form !== undefined && after === undefined && made === sent;
      sent = made;
      if (isClosed && form.stage === "filling" && isDirty(form.setup.plan, form.state)) {
        const isBack = desk.store.drafts.find(draftKeyOf(form.setup)) !== undefined;
        // Typed back to what it was, it is no change any more.
        if (!isBack) expect(Object.keys(form.state.texts)).not.toEqual([]);
      }
      if (after === undefined) openSetup(desk.app, editSetup());
      expect(desk.frame().split("\n")).toHaveLength(24);
    }
    await desk.store.drafts.settled();
  } finally {
    await desk.close();
  }
}

/** So many games of so many keys each; fast-check prints the seed of one that fails. */
export const playRandomKeys = (games: number, length: number): Promise<void> =>
  fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...KEYS), { minLength: length, maxLength: length }), play), {
    numRuns: games,
    endOnFailure: true,
  });
