import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "export-buckets" });
  await shown.until(/1 of 3 not writable/u);
  await shown.until(/svc-export +analytics/u);
  await shown.until(/› +acme-db-exports/u);
  return shown;
}

describe.each(SIZES)("export buckets at %ix%i", (columns, rows) => {
  const matches = (name: string) => stage.matches(`export-buckets-${name}`);

  it("shows the list: the role, and who exports by itself", async () => {
    await open(columns, rows);
    await matches("list");
  });

  it("shows one with its role, its users and the exports to this bucket", async () => {
    const shown = await open(columns, rows);
    shown.press("list.open");
    await shown.until(/exports to this bucket/u);
    await matches("detail");
  });

  it("shows the form and its review", async () => {
    const shown = await open(columns, rows);
    shown.press("action.new");
    await shown.until(/› Provider/u);
    shown.press("form.next");
    await shown.until(/› Bucket name/u);
    shown.type("acme-db-exports");
    await shown.until(/New export bucket: acme-db-exports/u);
    shown.press("form.next");
    await shown.until(/› Access role/u);
    shown.press("form.choices");
    await shown.until(/› svc-keys/u);
    await matches("roles");
    shown.press("form.close-choices");
    await shown.untilAbsent(/› svc-keys/u);
    shown.press("form.step-on");
    await shown.until(/Access role +(?:← )?svc-keys/u);
    await matches("form");
    shown.press("form.review");
    await shown.until(/Register acme-db-exports\?/u);
    await matches("review");
  });

  it("says who uses it before it is removed", async () => {
    const shown = await open(columns, rows);
    shown.press("action.delete");
    await shown.until(/Remove bucket\?/u);
    await matches("remove");
  });
});

describe("answers in another order", () => {
  it.each(["listExportBuckets", "listCloudProviderAccessRoles", "getBackupSchedule", "listClusters"] as const)(
    "mark nothing as changed: %s last",
    async (last) => {
      const shown = await stage.open({
        columns: 120,
        rows: 40,
        place: "export-buckets",
        last,
        shown: "Export buckets",
      });
      await shown.settled();
      await shown.released();
      await stage.matches("export-buckets-list");
    },
  );
});
