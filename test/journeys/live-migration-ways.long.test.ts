import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** Ways to a migration that are barred: a validation that fails, a start that is refused, an id that nobody has; and how some ended. */

/** The migrations of the sample, in their order. */
const SAMPLE = ["copying", "ready", "complete", "expired", "failed"] as const;

function sample(world: World, which: (typeof SAMPLE)[number]): { readonly groupId: string; readonly id: string } {
  const found = world.ready.migrations[SAMPLE.indexOf(which)];
  if (found === undefined) throw new Error(`the sample has no migration that is ${which}`);
  return found;
}

/** Begins, picks what is moved and where to, and goes to the review. */
async function fillIn(
  sextant: Sextant,
  way: "Validate first" | "Start without validation",
  source: RegExp,
  into: string,
): Promise<void> {
  await sextant.do("action.new", "▌Start live migration");
  await sextant.select(way, "picker.down");
  await sextant.do("picker.take", /▌Source to (migrate|validate)/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a source" });
  await sextant.select(source, "picker.down");
  await sextant.do("picker.take", /▌(Start|Validate) live migration/u);
  // Its name begins as that of the field before it: it is come to from below.
  sextant.press("form.last");
  await sextant.on("Empty destination");
  await sextant.field("Network", "form.previous");
  await sextant.field("Destination cluster", "form.previous");
  await sextant.pick("form.suggest", "Destination cluster", into);
  await sextant.review();
}

const none = /No known migrations/u;

describe.each(SIZES)("ways to a migration at $cols x $rows, $dialect", (setting) => {
  it("says in words why a validation failed and what to do; the same values that fit are started from there", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("live-migration", none);
    await fillIn(sextant, "Validate first", /shop-archive/u, "prod-eu");
    await sextant.waitFor(/Enter +Validate/u);
    await sextant.do("review.send", /▌Validation: shop-archive → prod-eu/u);
    await sextant.waitForSaid(/Nothing is changed/u);
    await world.step(30);
    await sextant.waitForSaid(/Result failed Not enough disk space.*Take a larger destination/u);
    sextant.press("action.menu");
    await sextant.waitFor(/Start.*the validation failed/u);
    sextant.press("menu.close");
    await sextant.waitUntilAbsent("▌Actions");

    await fillIn(sextant, "Validate first", /shop-rs0/u, "prod-eu");
    await sextant.waitFor(/Enter +Validate/u);
    await sextant.do("review.send", /▌Validation: shop-rs0 → prod-eu/u);
    await world.step(30);
    await sextant.waitForSaid(/Result passed/u);
    await sextant.act("Start with the same values…", "▌Start live migration shop-rs0 → prod-eu");
    await sextant.review({ asks: "Start migration" });
    await sextant.doSaying("review.page-down", /Validation passed/u);
    await sextant.yes("Start migration");
    await sextant.do("review.send", /shop-rs0 → prod-eu · new/u);
    const done = await world.writesDone();
    expect(done.map(({ target }) => target.split("/").at(-1))).toEqual(["validate", "validate", "liveMigrations"]);
    expect(done[2]?.body).toEqual(done[1]?.body);

    // A second one into the same cluster: said before, refused by the service, and all that was filled in stays.
    await fillIn(sextant, "Start without validation", /crm-rs0/u, "prod-eu");
    await sextant.waitForSaid(/prod-eu is already receiving shop-rs0 → prod-eu: the service will refuse this/u);
    await sextant.waitFor(/Start migration\? +y\/N/u);
    await sextant.yes("Start migration");
    await sextant.doSaying("review.send", /receiving a live migration: start another one when that has ended/u);
    expect(sextant.rightmost()).toMatch(/Start live migration crm-rs0 → prod-eu/u);
    expect(await world.writesDone()).toHaveLength(3);
  });

  it("says which role is missing to start one, and keeps what was filled in", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const { publicKey, privateKey } = await world.control("POST", "/keys", {
      projects: { [world.main]: ["Project Owner"] },
      organizations: { [world.ready.orgId]: ["Organization Member"] },
    });
    const env = world.env({ publicKey: String(publicKey), privateKey: String(privateKey) });
    const sextant = await stage.at("live-migration", none, env);
    await fillIn(sextant, "Start without validation", /shop-rs0/u, "prod-eu");
    await sextant.waitFor(/Start migration\? +y\/N/u);
    await sextant.yes("Start migration");
    await sextant.doSaying("review.send", /requires .*Organization Owner/u);
    expect(sextant.rightmost()).toMatch(/Source cluster shop-rs0/u);
    expect(await world.writesDone()).toEqual([]);
  });

  it("opens one by its id, verified: what somebody else started is remembered; an id that nobody has is said to be none", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const { groupId, id } = sample(world, "ready");
    const sextant = await stage.at("live-migration", none, { SEXTANT_PROJECT_ID: groupId });
    await sextant.act("Open by id…", "▌Open a migration by id");
    sextant.type("f".repeat(24));
    await sextant.waitFor("f".repeat(24));
    await sextant.do("form.review", "▌No such migration");
    await sextant.waitForSaid(/Legacy-Target has no migration f{24}/u);
    await sextant.do("page.close", none);

    await sextant.act("Open by id…", "▌Open a migration by id");
    sextant.type(id);
    await sextant.waitFor(id);
    sextant.press("form.last");
    await sextant.on("Destination");
    sextant.type("legacy-target");
    await sextant.waitFor(/legacy-target ?\]/u);
    await sextant.do("form.review", /▌\? → legacy-target · ready/u);
    await sextant.waitForSaid(/Migration expires in 5 days at most|Migration expires in 4 days/u);
    expect(await world.writesDone()).toEqual([]);
  });

  it.each([
    ["expired", /no cut-over within 120 h.*/u],
    ["failed", /The migration failed and will not continue.*Validate the same request/u],
  ] as const)("says of one that is %s what that means", async (which, says) => {
    await using stage = await Stage.set(setting);
    const { groupId, id } = sample(stage.world, which);
    const sextant = stage.console([`live-migration/${id}`], { SEXTANT_PROJECT_ID: groupId });
    await sextant.waitForSaid(says);
    sextant.press("action.menu");
    await sextant.waitFor(/Cut over… +the migration has ended/u);
  });
});
