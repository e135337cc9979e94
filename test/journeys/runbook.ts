import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import type { Sextant } from "./sextant.ts";
import type { Stage } from "./stage.ts";
import type { Condition } from "./terminal.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** What the journeys along runbooks have in common: beginning one, leaving it, taking it up again, waiting for a service. */

export const clusterParams = (world: World, name: string) => ({
  groupId: world.main,
  clusterName: ClusterName.parse(name),
});

/** The snapshots of a replica set as another client reads them. */
export const snapshotsOf = async (world: World, name: string): Promise<readonly JsonObject[]> =>
  listOf(
    objectOf((await world.client.call("listReplicaSetBackups", { params: clusterParams(world, name) })).raw),
    "results",
  );

/** The search indexes of a cluster as another client reads them. */
export async function indexesOf(world: World, name: string): Promise<readonly JsonObject[]> {
  const { raw } = await world.client.call("listServiceSearchIndexesCluster", { params: clusterParams(world, name) });
  return Array.isArray(raw) ? raw.map(objectOf) : [];
}

/** The schedule of a cluster as another client reads it. */
export const scheduleOf = async (world: World, name: string): Promise<JsonObject> =>
  objectOf((await world.client.call("getBackupSchedule", { params: clusterParams(world, name) })).raw);

/** The operations of the writes that the service did, oldest first. */
export const written = async (world: World): Promise<readonly (string | null)[]> =>
  (await world.writesDone()).map(({ operation }) => operation);

/** A console that shows the runbooks. */
export async function opened(stage: Stage): Promise<Sextant> {
  const sextant = await stage.at("runbooks", /Runbooks +none in progress|in progress/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected path" });
  return sextant;
}

/** Waits until a row has the keys; a mark of what changed since it was looked at is no part of it. */
const selects = (sextant: Sextant, row: RegExp): Promise<void> =>
  sextant.waitFor(() => row.test((sextant.selected()?.text ?? "").replace("•", " ")), {
    what: `${String(row)}, selected`,
  });

/** Begins a path about a thing that is picked by name. */
export async function begun(sextant: Sextant, path: RegExp, question: string, thing: string): Promise<void> {
  await sextant.select(path);
  await sextant.do("action.new", `▌${question}`);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "something to pick" });
  await sextant.takeFound(`${thing} `, /Started/u, thing);
}

/** The line breaks, and the console ends by that: what it knows is on disk then. */
export async function brokenOff(sextant: Sextant): Promise<void> {
  sextant.kill("SIGHUP");
  await sextant.exit();
}

/** Opens the console anew, as after a broken line: the path on its way has the keys, and stands where it was left. */
export async function resumed(stage: Stage, about: RegExp, now: Condition): Promise<Sextant> {
  const sextant = await opened(stage);
  await sextant.waitFor(/1 in progress/u);
  await selects(sextant, about);
  await sextant.do("list.open", now);
  return sextant;
}

export async function goTo(sextant: Sextant, area: string, shows: RegExp): Promise<void> {
  await sextant.do("palette.open", "Commands");
  sextant.type(`go to ${area.toLowerCase()}`);
  await sextant.waitFor(new RegExp(`› Go to ${area}(?: |$)`, "u"));
  await sextant.do("palette.choose", shows);
}

/** Goes to another screen and comes back to the path, as one does who has something else to do meanwhile. */
export async function awayAndBack(sextant: Sextant, path: RegExp): Promise<void> {
  await goTo(sextant, "Alerts", /▌Alerts +\d+ open/u);
  await goTo(sextant, "Runbooks", /▌Runbooks +1 in progress/u);
  await selects(sextant, path);
  await sextant.do("list.open", /Started/u);
}

/** Moves the service's clock on, and looks again until the screen says something, as one does who does not want to wait. */
export async function later(sextant: Sextant, world: World, seconds: number, shows: Condition): Promise<void> {
  await world.step(seconds);
  sextant.press("refresh");
  // What was read less than a second ago is not read again: the key is pressed once more then, as people do.
  const again = setInterval(() => sextant.press("refresh"), 1200);
  try {
    await sextant.waitFor(shows);
  } finally {
    clearInterval(again);
  }
}

/** Says that the step which one is at is done; it is outside this console. */
export async function said(sextant: Sextant, step: string, brings: Condition): Promise<void> {
  await sextant.do("action.new", `▌${step}`);
  await sextant.takeFound("Mark as done", brings);
}

/** Answers the question for a name, and sends. */
export async function confirmed(sextant: Sextant, name: string, brings: Condition): Promise<void> {
  await sextant.typeName(name);
  await sextant.do("review.send", brings);
}

/** Answers yes, and sends. */
export async function agreed(sextant: Sextant, brings: Condition): Promise<void> {
  await sextant.yes();
  await sextant.do("review.send", brings);
}

/** Puts a path away whose steps are all done. */
export async function putAway(sextant: Sextant): Promise<void> {
  await sextant.waitForSaid(/all steps done: press a to archive/u);
  await sextant.act("Archive (undoes nothing)", /archived; nothing was/u);
  await sextant.do("detail.back", /none in progress/u);
}
