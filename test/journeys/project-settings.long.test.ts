import { describe, expect, it } from "vitest";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

describe.each(SIZES)("auditing at $cols x $rows, $dialect", (setting) => {
  it("is read, changed by a template that is checked, and only what was touched is sent", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("auditing", /▌Auditing +on/u);
    expect(sextant.rightmost()).toMatch(/Audits failed logins, changes of users and roles/u);

    await sextant.do("action.edit", "▌Edit auditing");
    await sextant.waitFor(/› ?Audit log/u);
    await sextant.field("Audit filter");
    sextant.press("form.suggest-always");
    await sextant.waitFor("▌Audit filter");
    await sextant.waitFor(/› +Failed logins/u);
    sextant.type("changes of coll");
    await sextant.waitFor(/› Changes of collections and in/u);
    sextant.press("picker.take");
    await sextant.waitForSaid(/Audits changes of collections and indexes, on all clusters/u);
    await sextant.review();
    await sextant.waitForSaid(/elects a new primary at least once/u);
    sextant.press("review.yes");
    await sextant.waitFor(/\?\s+yes/u);
    await sextant.do("review.send", /▌Auditing +on/u);
    await sextant.waitForSaid(/Audits changes of collections and indexes/u);

    const [written] = await stage.world.writesDone();
    expect(written?.method).toBe("PATCH");
    expect(Object.keys(written?.body ?? {})).toEqual(["auditFilter"]);
    const groupId = GroupId.parse(stage.world.ready.groupId);
    const stored = await stage.world.client.call("getAuditingConfiguration", { params: { groupId } });
    expect(JSON.parse(stored.data.auditFilter ?? "")).toEqual({
      atype: { $in: expect.arrayContaining(["dropIndex"]) },
    });
  });

  it("keeps what is typed when it is no JSON, and says so before anything is sent", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("auditing", /▌Auditing +on/u);
    await sextant.do("action.edit", "▌Edit auditing");
    await sextant.waitFor(/› ?Audit log/u);
    await sextant.field("Audit filter");
    sextant.press("text.erase-line");
    sextant.type('{"atype":');
    await sextant.do("form.review", /Invalid JSON/u);
    expect(await stage.world.writes()).toEqual([]);
  });

  it("names the role that the caller lacks", async () => {
    await using stage = await Stage.set(setting);
    const key = await stage.world.key(["Project Read Only"]);
    const sextant = stage.console(["auditing"], stage.world.env(key));
    await sextant.waitForSaid(/requires the role Project Owner|Project Owner/u);
  });
});

describe.each(SIZES)("custom DNS at $cols x $rows, $dialect", (setting) => {
  it("is switched on after a question, and refused to who may not", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("custom-dns", /▌Custom DNS +off/u);
    await sextant.do("action.edit", /› ?Custom DNS names/u);
    sextant.press("form.turn");
    await sextant.waitForSaid(/private host names, for peered networks/u);
    await sextant.do("form.review", /Turn custom DNS on\?/u);
    await sextant.waitForSaid(/connection strings of all AWS clusters/u);
    sextant.press("review.yes");
    await sextant.waitFor(/\?\s+yes/u);
    await sextant.do("review.send", /▌Custom DNS +on/u);
    expect((await stage.world.writesDone()).map(({ body }) => body)).toEqual([{ enabled: true }]);

    const key = await stage.world.key(["Project Read Only"]);
    const other = stage.console(["custom-dns"], stage.world.env(key));
    await other.waitFor(/▌Custom DNS +on/u);
    await other.do("action.edit", /› ?Custom DNS names/u);
    other.press("form.turn");
    await other.do("form.review", /Turn custom DNS off\?/u);
    other.press("review.yes");
    await other.waitFor(/\?\s+yes/u);
    other.press("review.send");
    await other.waitForSaid(/Project Service Admin/u);
    expect((await stage.world.writesDone()).length).toBe(1);
  });
});

describe.each(SIZES)("cloud access at $cols x $rows, $dialect", (setting) => {
  it("makes a role and shows the steps that are left, with the text to paste", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("cloud-access", /▌Cloud access .*1 not authorised/u);
    await sextant.do("action.new", /› ?Provider/u);
    await sextant.pick("form.suggest", "Provider", "AWS");
    await sextant.review();
    await sextant.do("review.send", /▌Authorisation steps/u);
    await sextant.waitFor(/sts:AssumeRole/u);
    await sextant.do("page.copy", /Trust policy/u);
    sextant.press("menu.close");
    await sextant.waitUntilAbsent("▌Copy");
    sextant.press("page.close");
    await sextant.waitForSaid(/Status not authorised/u);
    const [written] = await stage.world.writesDone();
    expect(written?.body).toEqual({ providerName: "AWS" });
  });

  it("says which role is needed when a role is refused, and keeps the form", async () => {
    await using stage = await Stage.set(setting);
    const key = await stage.world.key(["Project Read Only"]);
    const sextant = stage.console(["cloud-access"], stage.world.env(key));
    await sextant.waitForSaid(/Project Owner/u);
    expect(await stage.world.writesDone()).toEqual([]);
  });
});

describe.each(SIZES)("source projects at $cols x $rows, $dialect", (setting) => {
  it("shows what can be moved here, makes a link token that is seen once, and removes the link", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("source-projects", /▌Source projects +2 projects/u);
    await sextant.select("shop-rs0");
    await sextant.do("list.open", /Migration hosts/u);
    await sextant.do("detail.back", /▌Source projects/u);

    await sextant.do("action.new", /› ?Allowed addresses/u);
    await sextant.review();
    await sextant.waitForSaid(/replaces the current one/u);
    sextant.press("review.yes");
    await sextant.waitFor(/\?\s+yes/u);
    await sextant.do("review.send", /▌Link token \(shown once\)/u);
    // It takes several lines on a narrow screen, and what it is made of decides where they end.
    const shown = /does not show it again\. (?<lines>[\w -]+?) In the manager/u.exec(sextant.rightmost());
    const token = shown?.groups?.["lines"]?.replaceAll(" ", "") ?? "";
    expect(token.length).toBeGreaterThan(40);
    // Enter pressed twice keeps it open.
    await sextant.do("page.close", "The token cannot be shown again");
    await sextant.do("menu.choose", /▌Link token \(shown once\)/u);
    await sextant.do("page.close", "The token cannot be shown again");
    sextant.press("menu.down");
    await sextant.waitFor(/› ?2? *Close: I have stored it/u);
    sextant.press("menu.choose");
    await sextant.waitUntilAbsent("Link token (shown once)");
    for (const [file, text] of stage.home.files()) expect(text, file).not.toContain(token.slice(0, 30));

    await sextant.do("action.delete", /▌Review/u);
    await sextant.waitForSaid(/New migrations are not possible/u);
    sextant.press("review.yes");
    await sextant.waitFor(/\?\s+yes/u);
    sextant.press("review.send");
    // A migration of the sample is active: the service refuses, and it is said.
    await sextant.waitForSaid(/active/u);
    const orgId = OrgId.parse(stage.world.ready.orgId);
    const { data } = await stage.world.client.call("listSourceProjects", { params: { orgId } });
    expect(data.length).toBe(2);
  });
});
