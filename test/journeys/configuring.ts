import { expect } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf } from "./world.ts";

/** A stored configuration with another delay in one of its notifications. */
export const withDelay = (configuration: JsonObject, index: number, delayMin: number): JsonObject => ({
  ...configuration,
  notifications: listOf(configuration, "notifications").map((one, at) => (at === index ? { ...one, delayMin } : one)),
});

/** A stored configuration without the time of its last change. */
export const withoutUpdated = ({ updated: _updated, ...rest }: JsonObject): JsonObject => rest;

/** Opens the form of the selected configuration, goes to the delay of one of those who are told, and enters another. */
export async function editDelay(sextant: Sextant, who: string, minutes: string): Promise<void> {
  await sextant.do("action.edit", /▌Edit alert config/u);
  await sextant.field(who);
  await sextant.openItem("Channel");
  await sextant.field("Delay");
  await sextant.replace(minutes);
}

/** An editor that makes a delay of 7 minutes of one of 0. */
export const DELAY_EDITOR = `sed -i 's/"delayMin": 0/"delayMin": 7/'`;

/** Changes the delay of the selected configuration with `DELAY_EDITOR`, and sends that. */
export async function sendEditedDelay(sextant: Sextant): Promise<void> {
  await sextant.do("action.edit", "▌Edit alert config");
  await sextant.field("Severity");
  await sextant.do("form.editor", "• e-mail dba@acme.example");
  await sextant.do("form.review", /0 min +→ +7 min/u);
  await sextant.waitFor(/Enter +Update alert configuration/u);
  await sextant.doSaying("review.send", /after 7 min/u);
}

/** What is edited, what its stored form says, which notification it is, and what is said of that afterwards. */
type Edited = { readonly name: string; readonly part: string; readonly index: number; readonly notified: RegExp };

/** Changes the delay of a notification whose key is told to nobody, and sees that nothing else changed. */
export async function changesTheDelay(setting: Setting, edited: Edited): Promise<void> {
  await using stage = await Stage.set(setting);
  const { world } = stage;
  const all = await world.configurations();
  const before = all.find(({ notifications }) => JSON.stringify(notifications).includes(edited.part)) ?? {};
  expect(JSON.stringify(before)).toMatch(/\*+[0-9a-z]{4}"/u);
  const sextant = await stage.configurations();
  await sextant.select(edited.name);
  await editDelay(sextant, `Notification ${edited.index + 1}`, "15");
  await sextant.review();
  await sextant.waitFor(/Enter +Update alert configuration/u);
  expect(sextant.text()).toMatch(/Delay.*\d min +→ +15 min/u);
  await sextant.doSaying("review.send", edited.notified);

  const after = await world.configurations();
  expect(after.map(withoutUpdated)).toEqual(
    all.map((one) => withoutUpdated(one["id"] === before["id"] ? withDelay(before, edited.index, 15) : one)),
  );
  const [written, ...more] = await world.writesDone();
  expect(more).toEqual([]);
  expect(written?.method).toBe("PUT");
  expect(written?.target).toMatch(setting.dialect === "atlas" ? /^\/api\/atlas\/v2\//u : /^\/api\/service\/v2\//u);
  const sent = JSON.stringify(written?.body);
  expect(sent).not.toContain("*");
  expect(sent).not.toContain("[secret]");
}
