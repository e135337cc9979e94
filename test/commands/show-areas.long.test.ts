import { join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { AREAS } from "../../src/areas/areas.ts";
import type { FieldInfo } from "../../src/domain/field-value.ts";
import { started } from "../service/started.ts";
import { Person } from "./person.ts";

/**
 * `sextant show` of every area on the sample data, and docs/columns.md: the ids of columns, which programs rely on. A line that goes or
 * changes breaks theirs: it belongs into CHANGELOG.md. `--update` writes the page.
 */

const PAGE = join(import.meta.dirname, "../../docs/columns.md");

const HEAD = `# Columns of \`sextant show\`

Ids are for \`--columns\`, \`--sort\` and \`--filter\`, and the names of the cells in JSON and CSV; titles may stand for them on the command line. Areas
that are not listed show one thing. Some lists have a further column where there is something in it: \`history\` in Alerts, \`progress\` in Overview,
\`policy\` in Schedules, \`project\` with \`--all-projects\`. The fields and counts of JSON, which conditions and checks read, stand below. Checked by \`test/commands/show-areas.long.test.ts\`.

| Area | Columns: id (title) |
| --- | --- |
`;

const idOf = ({ id }: FieldInfo): string => id;

const fieldLines = (label: string, what: string, infos: readonly FieldInfo[] = []): readonly string[] =>
  infos.map(({ id, kind, about, values }) => {
    const all = values === undefined ? "" : `: ${values.join(", ")}`;
    return `| ${label} | ${what} | \`${id}\` | ${kind} | ${about}${all} |\n`;
  });

/** What programs read beside texts: the fields of rows, and what is counted of lists. */
const fieldsPage = (): string => `
# Fields and counts

\`seconds\` and \`bytes\` are numbers, a \`ratio\` goes from 0 to 1, a \`time\` is ISO 8601 in UTC, a \`flag\` is true or false; null is "not known" or "there is no such thing" (the nodes of a cluster without search nodes), never zero.

| Area | Of | Name | Kind | What it says |
| --- | --- | --- | --- | --- |
${AREAS.flatMap(({ label, screen }) => [
  ...fieldLines(label, "a row", screen.fields?.infos),
  ...fieldLines(label, "the list", screen.counts?.infos),
]).join("")}`;

test("every area is shown whole, and its columns are those of the page", async () => {
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
  for (const { id, label, screen } of AREAS) {
    const json = person.command(["show", id, "--format", "json"], "", env);
    expect([id, json.status, json.stderr]).toEqual([id, 0, ""]);
    const {
      columns,
      rows,
      lines: said,
    }: Record<string, readonly Record<string, string>[] | undefined> = JSON.parse(json.stdout);
    if (columns === undefined) expect(said?.length ?? 0).toBeGreaterThan(0);
    else {
      const ids = columns.map((column) => column["id"]);
      for (const row of rows ?? []) {
        expect(Object.keys(row["cells"] ?? {})).toEqual(ids);
        const known = Object.keys(row["fields"] ?? {});
        if (screen.fields !== undefined && known.length > 0) expect(known).toEqual(screen.fields.infos.map(idOf));
      }
      lines.push(`| ${label} | ${columns.map((column) => `\`${column["id"]}\` (${column["title"]})`).join(", ")} |\n`);
    }
    const table = person.command(["show", id], "", env);
    expect([id, table.status, table.stderr]).toEqual([id, 0, ""]);
    expect(table.stdout).not.toMatch(/Loading|none found/u);
  }
  await expect(`${HEAD}${lines.join("")}${fieldsPage()}`).toMatchFileSnapshot(PAGE);
});
