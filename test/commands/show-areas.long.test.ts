import { join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { started } from "../service/started.ts";
import { Person } from "./person.ts";

/**
 * `sextant show` of every area on the sample data, and docs/columns.md: the ids of columns, which programs rely on. A line that goes or
 * changes breaks theirs: it belongs into CHANGELOG.md. `--update` writes the page.
 */

const PAGE = join(import.meta.dirname, "../../docs/columns.md");

const HEAD = `# Columns of \`sextant show\`

Ids are for \`--columns\`, \`--sort\` and \`--filter\`, and the names of the cells in JSON and CSV; titles may stand for them on the command line. Areas
that are not listed show one thing: they have fields. Checked by \`test/commands/show-areas.long.test.ts\`.

| Area | Columns: id (title) |
| --- | --- |
`;

test("every area is shown whole, and its columns are those of the page", { timeout: 120_000 }, async () => {
  const { ready } = await started([programOf(), "serve", "--json", "--quiet", "--data", ":memory:"]);
  using person = new Person();
  const env = {
    SEXTANT_BASE_URL: ready.baseUrl,
    SEXTANT_METRICS_URL: ready.metricsUrl,
    SEXTANT_PUBLIC_KEY: ready.publicKey,
    SEXTANT_PRIVATE_KEY: ready.privateKey,
    SEXTANT_PROJECT_ID: ready.groupId,
    SEXTANT_ORG_ID: ready.orgId,
    SEXTANT_SCRAPE_USERNAME: ready.scrapeUsername,
    SEXTANT_SCRAPE_PASSWORD: ready.scrapePassword,
  };
  const lines: string[] = [];
  for (const { id, label } of AREAS) {
    const json = person.run(["show", id, "--format", "json"], "", env);
    expect([id, json.status, json.stderr]).toEqual([id, 0, ""]);
    const { columns, rows, fields }: Record<string, readonly Record<string, string>[] | undefined> = JSON.parse(
      json.stdout,
    );
    if (columns === undefined) expect(fields?.length ?? 0).toBeGreaterThan(0);
    else {
      const ids = columns.map((column) => column["id"]);
      for (const row of rows ?? []) expect(Object.keys(row["cells"] ?? {})).toEqual(ids);
      lines.push(`| ${label} | ${columns.map((column) => `\`${column["id"]}\` (${column["title"]})`).join(", ")} |\n`);
    }
    const table = person.run(["show", id], "", env);
    expect([id, table.status, table.stderr]).toEqual([id, 0, ""]);
    expect(table.stdout).not.toMatch(/Loading|none found/u);
  }
  await expect(`${HEAD}${lines.join("")}`).toMatchFileSnapshot(PAGE);
});
