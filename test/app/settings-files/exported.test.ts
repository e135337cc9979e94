import { expect, test } from "vitest";
import * as z from "zod";
import { settingsText } from "../../../src/app/settings-files/files.ts";
import { fileKinds, readProject } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { jsonOf } from "../../../src/forms/settings-file/write-yaml.ts";
import { settingsFilesSchema } from "../../docs/settings-schema.ts";
import { ready } from "../../service/support.ts";
import { plannedIn, testProject } from "./session.ts";

/** What Sextant writes is right by Sextant itself, whatever the service has. */

const SCHEMAS = new Map(
  Object.entries(settingsFilesSchema().$defs ?? {}).map(([name, schema]) => [name, z.fromJSONSchema(schema)]),
);
const KINDS = SETTINGS_KINDS.filter(({ onlyByName }) => !onlyByName);

test("the settings of every project of the sample are files that say nothing wrong, and nothing to do", async () => {
  const call = await ready({ speed: 0 });
  expect(call.ready.groups.length).toBeGreaterThan(1);
  for (const { name } of call.ready.groups) {
    const project = await testProject(name, call);
    const read = await readProject(project.source, KINDS);
    expect(read.unread).toEqual([]);
    for (const one of read.stored) {
      const checked = SCHEMAS.get(one.kind.name)?.safeParse(jsonOf(one, read.named, "keep"));
      expect(checked?.error?.issues ?? [], `${name}: ${one.kind.name} ${one.cluster}`).toEqual([]);
    }
    const text = settingsText(read.stored, read, { format: "yaml", secrets: "keep" });
    const { documents, problems } = readDocuments("a.yaml", text, { kinds: fileKinds(), variable: () => undefined });
    expect(problems).toEqual([]);
    const { plan } = await plannedIn(project, documents, { prune: true });
    expect([plan.problems, plan.items.filter(({ action }) => action !== "same")]).toEqual([[], []]);
    // Where one is changed by hand, all of it is looked at.
    const later = documents.map((one) =>
      one.kind.name === "backup-schedule"
        ? { ...one, settings: { ...one.settings, referenceHourOfDay: 23, referenceMinuteOfHour: 59 } }
        : one,
    );
    expect((await plannedIn(project, later)).plan.problems, name).toEqual([]);
  }
});
