import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  const { matches } = stage;

  /** The snapshots of the main cluster, the newest one selected. */
  async function opened(): Promise<Stage> {
    const shown = await stage.open({ columns, rows, place: "snapshots" });
    await shown.until(/Snapshots +.*! .*no snapshot/u);
    shown.press("list.filter");
    await shown.until(/^ \/ /mu);
    shown.type("cluster:prod-eu");
    await shown.until(/› +12:30/u);
    shown.press("filter.keep");
    await shown.until("Enter open");
    return shown;
  }

  it("shows the snapshots of a cluster with what is missing, and one of them", async () => {
    const shown = await opened();
    await matches("snapshots");
    shown.press("list.open");
    await shown.until("Expires");
    await shown.until("Policy item");
    await matches("snapshot");
  });

  it("shows the form that keeps one longer, and how it is reviewed", async () => {
    const shown = await opened();
    shown.press("action.edit");
    await shown.until("Retention");
    await matches("snapshot-keep");
    shown.press("text.erase-line");
    await shown.until(/\[ *\]/u);
    shown.type("58");
    await shown.until(/58/u);
    shown.press("form.review");
    await shown.until("Enter  Extend retention");
    await matches("snapshot-keep-review");
  });

  it("says before a deletion what becomes impossible, and asks for the cluster's name", async () => {
    const shown = await opened();
    shown.press("action.delete");
    await shown.until(/type prod-eu/u);
    await matches("snapshot-delete");
  });
});
