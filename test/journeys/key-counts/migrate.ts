import type { Stage } from "../stage.ts";
import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Migrate. */

/** Picks what is moved and where to, as far as the review. */
async function fillIn(console: Counted, sources: string, form: string): Promise<void> {
  await console.take(sources, "shop-rs0");
  await console.waitFor(form);
  await console.on("Source project");
  await console.toWhatIsNeeded("Destination cluster");
  await console.choose("Destination cluster", /^prod-eu +replica/u, "eu");
  await console.review();
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
    go: async (console) => {
      await console.go("valid", "Live migration: Validate", "▌Source to validate");
      await fillIn(console, "Source to validate", "▌Validate live migration");
      await console.confirm(/Nothing is changed/u);
    },
  },
  {
    area: "live-migration",
    write: "start",
    operation: "createPushMigration",
    like: "liveMigrations create",
    go: async (console) => {
      await console.go("without", "Live migration: Start without", "▌Source to migrate");
      await fillIn(console, "Source to migrate", "▌Start live migration");
      await console.confirmWithYes(/Lag unknown/u);
    },
  },
  {
    area: "live-migration",
    write: "cut over",
    operation: "cutoverMigration",
    like: "liveMigrations cutover",
    before: watched,
    go: async (console) => {
      await console.go("li", "Go to Live migration", /▌Live migration/u);
      await console.on(/ready/u);
      await console.menu("Cut over", "▌Before the cut-over");
      await console.on("Destination");
      await console.times(1, "form.next", "Writes stopped");
      await console.do("form.step-on", /Writes stopped +.*yes/u);
      await console.times(1, "form.next", "Source kept");
      await console.do("form.step-on", /Source kept +.*yes/u);
      await console.review();
      await console.confirmWithName("legacy-target", /cutting over/u);
    },
  },
  {
    area: "source-projects",
    write: "create a link token",
    operation: "createLinkToken",
    like: "liveMigrations link create",
    go: async (console) => {
      await console.go("link", "Source projects: New link token", "▌New link token");
      await console.on("Allowed addresses");
      await console.review();
      await console.confirmWithYes(/Link token \(shown once\)/u);
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
    go: async (console) => {
      await console.go("rem", "Source projects: Remove the link", "▌Review");
      await console.confirmWithYes(/./u);
    },
  },
];
