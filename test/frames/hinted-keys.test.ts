import { expect, it } from "vitest";
import { staged } from "./staged.ts";

/** A key that the last line names does something, and one that cannot says why: never to wait for what does not come. */

const stage = staged();

const hintsOf = (frame: string): string => frame.trimEnd().split("\n").at(-1) ?? "";

it("of a runbook that was not started are those that do something, and v says that there is no JSON", async () => {
  const shown = await stage.open({ columns: 160, rows: 50, place: "runbooks", shown: "Recover lost data" });
  await shown.until(/│› +\S/u);
  shown.press("list.open");
  await shown.until("Press n to start");
  await shown.until("Esc close");
  expect(hintsOf(shown.frame())).not.toMatch(/follow|edit|raw/u);
  shown.press("detail.raw");
  await shown.until("There is no JSON of this: no response of the service describes it.");
  shown.press("detail.follow");
  await shown.until("No link on this line, and on no other here.");
});

it("of a setting without links do not name the key that follows one", async () => {
  const shown = await stage.open({ columns: 160, rows: 50, place: "custom-dns" });
  await shown.until("JSON");
  expect(hintsOf(shown.frame())).not.toContain("follow");
});

it("of a group and of a row that leads elsewhere say what Enter does instead of JSON", async () => {
  const shown = await stage.open({ columns: 160, rows: 50, place: "overview" });
  await shown.until(/│› +\S/u);
  shown.press("list.raw");
  await shown.until("There is no JSON of this: Enter leads to what it is about.");
});
