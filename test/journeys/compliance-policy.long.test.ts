import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, type GroupId } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** The policy of a project as another client reads it. */
const policy = async (world: World, groupId: GroupId = world.main): Promise<JsonObject> =>
  objectOf((await world.client.call("getDataProtectionSettings", { params: { groupId } })).raw);

/** The items of a cluster's schedule as another client reads them: `daily 14 days`. */
async function items(world: World, cluster: string): Promise<readonly string[]> {
  const params = { groupId: world.main, clusterName: ClusterName.parse(cluster) };
  const [only] = listOf(objectOf((await world.client.call("getBackupSchedule", { params })).raw), "policies");
  return listOf(only ?? {}, "policyItems").map(
    ({ frequencyType, retentionValue, retentionUnit }) => `${frequencyType} ${retentionValue} ${retentionUnit}`,
  );
}

/** Types into the field that has the keys and goes on to the next. */
async function fill(sextant: Sextant, label: string, text: string): Promise<void> {
  await sextant.field(label);
  sextant.type(text);
  await sextant.waitFor(() => sextant.selected()?.text.includes(text) === true, { what: text });
}

describe.each(SIZES)("the compliance policy at $cols x $rows, $dialect", (setting) => {
  it("is set knowing what is rewritten, only after a yes and the project's name, and cannot be lifted without support", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("compliance-policy", /▌Compliance +no policy/u);
    await sextant.waitForSaid(/Only the vendor's support can disable a policy/u);
    await sextant.do("action.edit", "▌Set a compliance policy");
    await sextant.waitFor(/› ?Authorised e-mail/u);
    await fill(sextant, "Authorised e-mail", "ann@example.com");
    await fill(sextant, "Confirm e-mail", "anne@example.com");
    await fill(sextant, "First name", "Ann");
    await fill(sextant, "Last name", "Ode");
    await sextant.select("+ Add policy item", "form.next");
    await sextant.do("form.add", /Policy item 1 .*every 6 hours, retention 7 days/u);
    await sextant.field("Retention");
    await sextant.replace("14");
    await sextant.waitForSaid(/5 of 5 schedules not compliant: refused unless you rewrite them/u);
    await sextant.waitForSaid(/analytics every 6 hours: retention 7 days → 14 days/u);

    // A wrong address, then a silent rewriting: neither is let through.
    await sextant.doSaying("form.review", /enter the same address as above/u);
    await sextant.replace("ann@example.com");
    await sextant.doSaying("form.review", /turn this on to rewrite/u);
    expect(await world.writes()).toEqual([]);
    await sextant.waitFor(/› Rewrite schedules/u);
    await sextant.do("form.turn", /Rewrite schedules +• ← on/u);
    await sextant.doSaying("form.review", /5 schedules are rewritten now/u);
    expect(sextant.rightmost()).toMatch(/Snapshots cannot be deleted/u);
    // All of what is rewritten stands there, further down where the terminal is small.
    for (let page = 0; page < 4; page += 1) sextant.press("review.page-down");
    await sextant.waitForSaid(/prod-eu-side every 6 hours: new, retention 14 days/u);
    sextant.type("Pay");
    await sextant.waitFor(/> Pay/u);
    sextant.press("review.send");
    await sextant.waitFor(/type Payments exactly/u);
    expect(await world.writes()).toEqual([]);
    sextant.type("ments");
    await sextant.waitFor(/> Payments/u);
    await sextant.do("review.send", /▌Compliance +enabling/u);
    await sextant.waitForSaid(/prod-eu-side +compliant/u);

    const [written] = await world.writesDone();
    expect(written?.target).toContain("overwriteBackupPolicies=true");
    expect(written?.body).toEqual({
      projectId: world.main,
      authorizedEmail: "ann@example.com",
      authorizedUserFirstName: "Ann",
      authorizedUserLastName: "Ode",
      scheduledPolicyItems: [
        { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 14 },
      ],
    });
    // What was said before is what happened.
    expect(await items(world, "prod-eu")).toEqual(expect.arrayContaining(["hourly 14 days", "daily 14 days"]));
    expect(await items(world, "prod-eu-side")).toEqual(["hourly 14 days"]);

    await sextant.do("action.delete", /requires an approval by support; then press r/u);
    await world.control("POST", "/approve", { what: "compliance-policy", id: world.main });
    // It becomes active by itself, and the approval is seen with it, without a key.
    await world.step(5);
    await sextant.waitFor(/▌Compliance +active · can be disabled/u);

    await sextant.do("action.delete", /▌Review +Disable the compliance/u);
    await sextant.waitForSaid(/Approved by support +yes/u);
    await sextant.typeName("Payments");
    await sextant.do("review.send", /▌Compliance +disabling/u);
    await world.step(5);
    await sextant.waitFor(/▌Compliance +no policy/u);
    expect(await policy(world)).toEqual({});
  });

  it("becomes stricter with all of it kept, and shows the service's no to what would be weaker", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const groupId = world.project("Staging");
    const before = await policy(world, groupId);
    const sextant = stage.console(["compliance-policy"], { SEXTANT_PROJECT_ID: groupId });
    await sextant.waitFor(/▌Compliance +active/u);
    await sextant.do("action.edit", "▌Change the compliance policy");
    await sextant.waitFor(/› ?Authorised e-mail/u);
    await sextant.field("Protect copies");
    const isOn = /Protect copies +← on/u.test(sextant.rightmost());
    await sextant.do("form.turn", isOn ? /Protect copies +• ← off/u : /Protect copies +• ← on/u);
    await sextant.doSaying("form.review", /everything else is unchanged/u);
    await sextant.typeName("Staging");
    await sextant.do("review.send", /▌Compliance +updating/u);
    expect(await policy(world, groupId)).toMatchObject({
      ...Object.fromEntries(
        ["authorizedEmail", "scheduledPolicyItems", "onDemandPolicyItem", "pitEnabled", "restoreWindowDays"].map(
          (field) => [field, before[field]],
        ),
      ),
      copyProtectionEnabled: !isOn,
    });

    await sextant.do("action.edit", "▌Change the compliance policy");
    await sextant.waitFor(/› ?Authorised e-mail/u);
    await sextant.select(/^ *Policy item 1/u, "form.next");
    await sextant.do("form.remove", () => /Policy item 1/u.test(sextant.selected()?.text ?? "") === false);
    await sextant.doSaying("form.review", /Weaker than the current policy .*: the service will refuse this/u);
    await sextant.typeName("Staging");
    await sextant.doSaying("review.send", /refused by the service.*can neither be reduced nor removed/u);
    expect((await world.writesDone()).length).toBe(1);
  });

  it("names the role that reading it needs", async () => {
    await using stage = await Stage.set(setting);
    const key = await stage.world.key(["Project Read Only"]);
    const sextant = stage.console(["compliance-policy"], stage.world.env(key));
    await sextant.waitForSaid(/Project Owner/u);
    expect(await stage.world.writes()).toEqual([]);
  });
});
