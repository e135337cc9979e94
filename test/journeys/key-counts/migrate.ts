import type { Stage } from "../stage.ts";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Migrate. */

/** Picks what is moved and where to, as far as the review. */
async function fillIn(sextant: Counted, sources: string, form: string): Promise<void> {
  await sextant.take(sources, "shop-rs0");
  await sextant.waitFor(form);
  await sextant.on("Source project");
  await sextant.toWhatIsNeeded("Destination cluster");
  await sextant.choose("Destination cluster", /^prod-eu +replica/u, "eu");
  await sextant.review();
}

/** The migration that is ready, opened by its id and looked at here for a while, as who waits for it does. */
async function watched(stage: Stage): Promise<Readonly<Record<string, string>>> {
  const { world } = stage;
  const ready = world.ready.migrations[1];
  if (ready === undefined) throw new TypeError("the sample has no migration that is ready");
  const env = { SEXTANT_PROJECT_ID: ready.groupId };
  const earlier = await stage.at("live-migration", /▌Live migration/u, env);
  await earlier.act("Open by id…", "▌Open a migration by id");
  earlier.type(ready.id);
  await earlier.waitFor(ready.id);
  earlier.press("form.last");
  await earlier.waitFor(() => earlier.selected()?.text.startsWith("Destination") === true, { what: "the destination" });
  earlier.type("legacy-target");
  await earlier.waitFor(/legacy-target ?\]/u);
  await earlier.do("form.review", /▌\? → legacy-target · ready/u);
  for (let readings = 1; readings < 3; readings += 1) {
    await world.step(20);
    // What was read less than a second ago is not read again: the key is pressed once more then.
    const again = setInterval(() => earlier.press("refresh"), 1200);
    try {
      await earlier.waitForSaid(new RegExp(`lag 5 s or less.*${readings + 1} (of 3 )?readings`, "u"));
    } finally {
      clearInterval(again);
    }
  }
  earlier.press("quit");
  await earlier.exit();
  return env;
}

export const MIGRATE: readonly CountedWrite[] = [
  {
    area: "live-migration",
    write: "validate",
    operation: "validateMigration",
    like: "liveMigrations validation create",
    go: async (sextant) => {
      await sextant.go("valid", "Live migration: Validate", "▌Source to validate");
      await fillIn(sextant, "Source to validate", "▌Validate live migration");
      await sextant.confirm(/Nothing is changed/u);
    },
  },
  {
    area: "live-migration",
    write: "start",
    operation: "createPushMigration",
    like: "liveMigrations create",
    go: async (sextant) => {
      await sextant.go("without", "Live migration: Start without", "▌Source to migrate");
      await fillIn(sextant, "Source to migrate", "▌Start live migration");
      await sextant.confirmWithYes(/Lag unknown/u);
    },
  },
  {
    area: "live-migration",
    write: "cut over",
    operation: "cutoverMigration",
    like: "liveMigrations cutover",
    before: watched,
    go: async (sextant) => {
      await sextant.go("li", "Go to Live migration", /▌Live migration/u);
      await sextant.on(/ready/u);
      await sextant.menu("Cut over", "▌Before the cut-over");
      await sextant.on("Destination");
      await sextant.times(1, "form.next", "Writes stopped");
      await sextant.do("form.step-on", /Writes stopped\? +.*yes/u);
      await sextant.times(1, "form.next", "Source kept");
      await sextant.do("form.step-on", /Source kept\? +.*yes/u);
      await sextant.review();
      await sextant.confirmWithName("legacy-target", /cutting over/u);
    },
  },
  {
    area: "source-projects",
    write: "create a link token",
    operation: "createLinkToken",
    like: "liveMigrations link create",
    go: async (sextant) => {
      await sextant.go("link", "Source projects: New link token", "▌New link token");
      await sextant.on("Allowed addresses");
      await sextant.review();
      await sextant.confirmWithYes(/Link token \(shown once\)/u);
    },
  },
  {
    area: "source-projects",
    write: "remove the link",
    operation: "deleteLinkToken",
    like: "liveMigrations link delete",
    before: async ({ world }) => {
      // The migrations of the sample end: until then the service refuses it.
      await world.step(30 * 86_400);
      return {};
    },
    go: async (sextant) => {
      await sextant.go("rem", "Source projects: Remove the link", "▌Review");
      await sextant.confirmWithYes(/./u);
    },
  },
];
