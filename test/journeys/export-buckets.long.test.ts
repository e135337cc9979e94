import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const buckets = async (world: World): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listExportBuckets", { params: { groupId: world.main } })).raw), "results");

/** A console that shows the buckets, with one selected. */
async function opened(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = stage.console(["export-buckets"], env);
  await sextant.waitFor(/▌Export buckets +\d/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected bucket" });
  return sextant;
}

/** Fills in the form of a new bucket as far as the review. */
async function fillIn(sextant: Sextant, name: string, role: string): Promise<void> {
  await sextant.do("action.new", "▌New export bucket");
  await sextant.field("Bucket name");
  sextant.type(name);
  await sextant.waitFor(`▌New export bucket: ${name}`);
  await sextant.field("Access role");
  sextant.press("form.step-on");
  await sextant.waitFor(/Access role +(?:← )?svc-keys/u);
  if (role !== "svc-keys") sextant.press("form.step-on");
  await sextant.waitFor(new RegExp(`Access role +.*${role}`, "u"));
}

describe.each(SIZES)("export buckets at $cols x $rows, $dialect", (setting) => {
  it("registers one without an id typed, and lands on it", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await buckets(world);
    const sextant = await opened(stage);
    await fillIn(sextant, "acme-long-term", "svc-export");
    await sextant.review();
    await sextant.waitFor(/Enter +Register acme-long-term/u);
    await sextant.doSaying("review.send", /Role status authorised/u);
    const after = await buckets(world);
    const made = after.find(({ bucketName }) => bucketName === "acme-long-term");
    expect(after).toHaveLength(before.length + 1);
    expect(made).toMatchObject({ cloudProvider: "AWS", iamRoleId: before[0]?.["iamRoleId"] });
    expect(sextant.rightmost()).toContain(`Id ${String(made?.["_id"])}`);
    expect((await world.writesDone()).map(({ method }) => method)).toEqual(["POST"]);
  });

  it("says before the removal who uses it, and shows the refusal in words; one that nobody uses goes", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await sextant.select(/acme-db-exports.*svc-export/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Remove bucket\? +y\/N/u);
    expect(sextant.rightmost()).toContain("Automatic exports to it: analytics (monthly)");
    expect(sextant.rightmost()).toContain("1 export of analytics");
    await sextant.yes("Remove bucket");
    await sextant.doSaying("review.send", /refused by the service.*exported to this bucket automatically/u);
    expect(await buckets(world)).toHaveLength(3);
    await sextant.do("review.back", /▌Export buckets +1 of 3/u);

    // Two rows of one name stand one after the other.
    await sextant.do("list.down", () => sextant.selected()?.text.includes("svc-keys") === true);
    await sextant.select("acme-legal-hold");
    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Remove bucket\? +y\/N/u);
    expect(sextant.rightmost()).toMatch(/Used by none of \d+ clusters/u);
    await sextant.yes("Remove bucket");
    await sextant.do("review.send", /▌Export buckets +2 buckets/u);
    expect((await buckets(world)).map(({ bucketName }) => bucketName)).not.toContain("acme-legal-hold");

    // Its name stays taken for a while: a deletion is eventual.
    await fillIn(sextant, "acme-legal-hold", "svc-keys");
    await sextant.review({ offers: "Register" });
    await sextant.doSaying("review.send", /still being deleted/u);
    await world.step(10);
    await sextant.review({ offers: "Register" });
    await sextant.doSaying("review.send", /Role status authorised/u);
    expect(await buckets(world)).toHaveLength(3);
  });

  it("shows ids where roles may not be read, and says what a person with fewer rights may not do", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const key = await world.key(["Project Read Only", "Project Backup Manager"]);
    const env = { SEXTANT_PUBLIC_KEY: key.publicKey, SEXTANT_PRIVATE_KEY: key.privateKey };
    const sextant = await opened(stage, env);
    await sextant.waitFor(/! Not allowed: .*requires/u);
    await sextant.do("list.open", /Role id +[0-9a-f]{24}/u);
    await sextant.do("action.new", "▌New export bucket");
    await sextant.field("Bucket name");
    sextant.type("acme-new");
    await sextant.waitFor("▌New export bucket: acme-new");
    await sextant.field("Access role");
    // No list of roles can be had: an id is typed, as the last choice.
    sextant.type("0123456789abcdef01234567");
    await sextant.waitFor("0123456789abcdef01234567");
    await sextant.review({ offers: "Register acme-new" });
    await sextant.doSaying("review.send", /requires the role Project Owner/u);
    expect(await world.writesDone()).toEqual([]);
  });
});
