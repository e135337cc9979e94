import { describe, expect, it } from "vitest";
import { openPage } from "../../src/app/layers/page.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { PROJECT } from "../state/console.ts";
import { type Desk, json, openDesk } from "./form/desk.ts";

/** What `y` copies of rows and of what is open (`design.md`, keys): id, JSON, TSV, curl, link. */

const bucket = (number: number) => ({
  _id: `65f0000000000000000000${10 + number}`,
  bucketName: `exports-${number}`,
  cloudProvider: "AWS",
  later: { kept: number },
});

const BUCKETS = [bucket(1), bucket(2)];

async function withBuckets(): Promise<Desk> {
  const desk = await openDesk();
  desk.answer({
    listExportBuckets: json({ results: BUCKETS }),
    getExportBucket: (call) =>
      call.answer(BUCKETS.find(({ _id }) => _id === call.args.params?.["exportBucketId"]) ?? {}),
  });
  await desk.app.ask("listExportBuckets", { params: { groupId: GroupId.parse(PROJECT) } });
  desk.app.store.navigation.open({ area: "export-buckets", ids: [] });
  await desk.until("exports-1");
  return desk;
}

const titles = (desk: Desk): readonly string[] => desk.layer("menu").items.map(({ title }) => title);

async function choose(desk: Desk, title: string): Promise<void> {
  const at = titles(desk).indexOf(title);
  for (let step = 0; step < at; step++) await desk.press("down");
  await desk.press("enter");
}

describe("copying", () => {
  it("gives what was received of several rows as one JSON document", async () => {
    const desk = await withBuckets();
    await desk.press("*", "y");
    expect(titles(desk)).toEqual([
      "Id (2)",
      "JSON (2)",
      "Row, tab-separated (2)",
      "Place in this console (2)",
      "Request of this list as curl",
    ]);
    await choose(desk, "JSON (2)");
    await expect.poll(() => desk.copied.length).toBe(1);
    expect(JSON.parse(desk.copied[0] ?? "")).toEqual(expect.arrayContaining(BUCKETS));
  });

  it("gives JSON and curl of the thing that is open", async () => {
    const desk = await withBuckets();
    desk.app.store.navigation.open({ area: "export-buckets", ids: [bucket(1)["_id"]] });
    desk.app.store.navigation.focus("side");
    await desk.press("y");
    expect(titles(desk)).toEqual(expect.arrayContaining(["Id", "JSON", "Place in this console", "Request as curl"]));
    await choose(desk, "JSON");
    await expect.poll(() => desk.copied.length).toBe(1);
    expect(BUCKETS).toContainEqual(JSON.parse(desk.copied[0] ?? ""));
    await desk.press("y");
    await choose(desk, "Request as curl");
    expect(desk.copied[1]).toBe("curl getExportBucket");
  });
});

describe("a page with a text that is shown once", () => {
  const TOKEN = { title: "Link token", lines: [["abc"]], copies: [], lostByClosing: "It cannot be shown again" };

  it("stays open when Enter or Esc is pressed by accident, and closes when the second answer is chosen", async () => {
    const desk = await openDesk();
    openPage(desk.app, TOKEN);
    for (const key of ["enter", "escape", "q"] as const) {
      await desk.press(key);
      expect(titles(desk)).toEqual(["Keep the page open", "Close: I have stored it"]);
      await desk.press("enter");
      expect(desk.layer("page").page.title).toBe("Link token");
    }
    await desk.press("escape");
    await choose(desk, "Close: I have stored it");
    expect(desk.app.store.getState().layers).toEqual([]);
  });
});
