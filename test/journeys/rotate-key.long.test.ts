import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/contract/json/json.ts";
import { maskTail } from "../../src/contract/secret.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

const NEW = "0123456789abcdef0123456789abcdef";

const pagers = (configuration: JsonObject): readonly string[] => {
  const { notifications } = configuration;
  return (Array.isArray(notifications) ? notifications : []).flatMap((one) =>
    isObject(one) && typeof one["serviceKey"] === "string" ? [one["serviceKey"]] : [],
  );
};

/** What must be the same before and after: all but the keys and the time of the change. */
const without = (configuration: JsonObject): unknown =>
  JSON.parse(
    JSON.stringify({ ...configuration, updated: null }, (name, value: unknown) =>
      name === "serviceKey" ? null : value,
    ),
  );

/** Chooses the key of the pager and enters another one, as far as the review. */
async function entered(sextant: Sextant, key: string): Promise<void> {
  await sextant.act("Replace a notification key everywhere", "▌Replace which key");
  await sextant.takeFound(
    /^PagerDuty …\w{4} \(Service key\) +in \d+ configurations/u,
    /▌Replace the key of PagerDuty …\w{4} \(Service key\)/u,
    "PagerDuty",
  );
  await sextant.typeHidden(key);
  await sextant.do("form.review", /▌Review +Replace the key of PagerDuty …\w{4} \(Service key\) i/u);
}

describe.each(SIZES)("a notification key at $cols x $rows, $dialect", (setting) => {
  it("is replaced wherever it is used, once for all, and nothing else changes", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await world.configurations();
    const using = before.filter((one) => pagers(one).length > 0);
    expect(using.length).toBeGreaterThan(1);
    const sextant = await stage.configurations();
    await entered(sextant, NEW);
    await sextant.waitForSaid(/The old key cannot be restored/u);
    expect(sextant.text()).not.toContain(NEW);
    await sextant.yes();
    await sextant.do("review.send", new RegExp(` ${using.length} of ${using.length} done`, "u"));
    const after = await world.configurations();
    expect(after.flatMap(pagers).map(maskTail)).toEqual(before.flatMap(pagers).map(() => NEW.slice(-4)));
    expect(after.map(without)).toEqual(before.map(without));
    expect((await world.writesDone()).map(({ operation }) => operation)).toEqual(
      using.map(() => "updateAlertConfiguration"),
    );
    const kept = [...stage.home.files().values()].join("\n");
    expect(kept).not.toContain(NEW);
  });

  it("that the service refuses changes nothing, and each configuration says why", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await world.configurations();
    const sextant = stage.console(["alert-configurations"], world.env(await world.key(["Project Read Only"])));
    await sextant.waitFor(/Alert configs +\d+ on/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected configuration" });
    await entered(sextant, NEW);
    await sextant.waitForSaid(/The old key cannot be restored/u);
    await sextant.yes();
    await sextant.doSaying("review.send", /requires the role (?:Organization Owner|Project Owner)/u);
    expect(await world.configurations()).toEqual(before);
    expect(await world.writesDone()).toEqual([]);
  });
});
