import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { changesTheDelay, DELAY_EDITOR, editDelay, sendEditedDelay, withDelay, withoutUpdated } from "./configuring.ts";
import { SETTINGS } from "./sextant.ts";
import { Stage } from "./stage.ts";

const named = (configurations: readonly JsonObject[], part: JsonObject): JsonObject => {
  const isSo = (one: JsonObject): boolean =>
    Object.entries(part).every(([name, value]) => JSON.stringify(one[name]) === JSON.stringify(value));
  const found = configurations.find(isSo);
  if (found === undefined) throw new TypeError(`no configuration with ${JSON.stringify(part)}`);
  return found;
};

describe.each(SETTINGS)("alert configurations at $cols x $rows, $dialect", (setting) => {
  it("changes the delay of cpu > 90 % and nothing else, though its key is told to nobody", async () => {
    await changesTheDelay(setting, {
      name: "cpu > 90 %",
      part: '"monitoringRegion"',
      index: 0,
      notified: /Notification 1 monitoring …\w{4}, after 15 min/u,
    });
  });

  it("changes a delay and nothing else, beside a channel and fields of tomorrow and an interval of 0", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const groupId = world.project("Staging");
    const before = named(await world.configurations(groupId), { eventTypeName: "HOST_DOWN" });
    expect(before).toMatchObject({
      escalationPolicy: { levels: 3 },
      notifications: [{ typeName: "CARRIER_PIGEON" }, { intervalMin: 0 }],
    });
    const sextant = stage.console(["alert-configurations"], { SEXTANT_PROJECT_ID: groupId });
    await sextant.waitFor(/Alert configs +2 on/u);
    await sextant.select("host down");
    await editDelay(sextant, "Notification 2", "10");
    await sextant.review();
    await sextant.waitFor(/Enter +Update alert configuration/u);
    await sextant.doSaying("review.send", /Notification 2 e-mail staging@acme\.example, after 10 min/u);
    const after = await world.configuration(String(before["id"]), groupId);
    expect(withoutUpdated(after)).toEqual(withoutUpdated(withDelay(before, 1, 10)));
  });

  it("takes over what was changed in $EDITOR", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = stage.console(["alert-configurations"], { EDITOR: DELAY_EDITOR });
    await sextant.waitFor(/Alert configs +12 on/u);
    await sextant.select("connections used");
    await sendEditedDelay(sextant);
    expect(await world.writesDone()).toHaveLength(1);
  });
});
