import fc from "fast-check";
import { expect } from "vitest";
import { inFileOrder, readProject, settingsKindOf } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import type { FileDocument, SettingsFileKind, StoredSettings } from "../../../src/forms/settings-file/kind.ts";
import { encodeWithoutSecrets } from "../../../src/forms/settings-file/overlay.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { yamlOf } from "../../../src/forms/settings-file/write-yaml.ts";
import { seedsOfRun } from "../../seed.ts";
import { ready } from "../../service/support.ts";
import { storedOf } from "./round-trip.ts";
import { applied, documentOf, plannedIn, type TestProject, testProject } from "./session.ts";

/** Generated settings through a service over HTTP: what was applied is there, comes out as it went in, and makes the same elsewhere. */

const kindCalled = (name: string): SettingsFileKind => {
  const found = SETTINGS_KINDS.find(({ file }) => file.name === name);
  if (found === undefined) throw new Error(name);
  return found.file;
};

/** Where one is made that lies in a cluster. */
const CLUSTERS = { here: "prod-eu", there: "shop-eu" } as const;

/** What the service takes of some documents; it judges by rules that no schema says. */
async function accepted(project: TestProject, documents: readonly FileDocument[]): Promise<readonly FileDocument[]> {
  const taken: FileDocument[] = [];
  for (const document of documents) {
    const { plan } = await plannedIn(project, [document]);
    if (plan.problems.length > 0 || plan.items.some(({ action }) => action === "unclear")) continue;
    const [result] = await applied(project, [document]);
    // One that is there already says what another one said.
    if (result?.result.kind === "done") taken.push(document);
  }
  return taken;
}

async function settingsIn({ source }: TestProject, kind: SettingsFileKind) {
  const read = await readProject(source, [settingsKindOf(kind)]);
  expect(read.unread).toEqual([]);
  return { ...read, stored: inFileOrder(read.stored) };
}

/** Secrets of another project: they end as those that are stored here. */
const variable = (name: string): string =>
  `${/url/iu.test(name) ? "https://hooks.example.com/" : "0".repeat(28)}${name.slice(-4).toLowerCase()}`;

const through = (
  stored: readonly StoredSettings[],
  kind: SettingsFileKind,
  secrets: "keep" | "names",
  cluster: string | null,
): readonly FileDocument[] => {
  const text = stored.map((one) => yamlOf(one, new Map(), secrets)).join("---\n");
  const { documents, problems } = readDocuments("settings.yaml", text, { kinds: [kind], variable });
  expect(problems, text).toEqual([]);
  return documents.map((document) => ({ ...document, cluster: document.cluster === null ? null : cluster }));
};

const actionsOf = async (project: TestProject, documents: readonly FileDocument[]): Promise<readonly string[]> => {
  const { plan } = await plannedIn(project, documents);
  expect(plan.problems).toEqual([]);
  return [...new Set(plan.items.map(({ action }) => action))];
};

/** Masks are as long as what they cover. */
const said = ({ settings }: StoredSettings): string =>
  JSON.stringify(encodeWithoutSecrets(settings)).replaceAll(/\*+/gu, "*");

const DRAWS = 10;

/** A kind of which a project has many, or one. */
export async function survivesService(name: string, count: number): Promise<void> {
  const kind = kindCalled(name);
  const call = await ready({ speed: 0, size: { projects: 5 } });
  const here = await testProject(undefined, call);
  const there = await testProject(kind.inCluster ? "Legacy-Target" : "Project-004", call);
  let taken: readonly FileDocument[] = [];
  // By chance the service takes none of some: then others are drawn.
  for (const seed of seedsOfRun(DRAWS)) {
    const drawn = fc.sample(storedOf(kind), { numRuns: count, seed });
    const documents = drawn.map(({ settings }) => documentOf(kind, settings, kind.inCluster ? CLUSTERS.here : null));
    taken = await accepted(here, documents);
    if (taken.length > 0) break;
  }
  expect(taken.length, `${name}: none of ${DRAWS} times ${count}`).toBeGreaterThan(0);
  const { stored } = await settingsIn(here, kind);
  // What was said last of one thing is there, and comes out as it went in.
  expect(
    await actionsOf(
      here,
      through(stored, kind, "keep", null).map((one, index) => ({ ...one, cluster: stored[index]?.cluster ?? null })),
    ),
  ).toEqual(["same"]);
  // Of teams a project knows those that it names itself.
  const own = stored.filter(
    (one) => (one.cluster === null || one.cluster === CLUSTERS.here) && !said(one).includes('"TEAM"'),
  );
  const copies = through(own, kind, "names", CLUSTERS.there);
  const made = await applied(there, copies);
  expect(
    made.map(({ result }) => ("words" in result ? result.words : result.kind)).filter((text) => text !== "done"),
  ).toEqual([]);
  expect(await actionsOf(there, copies)).toEqual(["same"]);
  const copied = (await settingsIn(there, kind)).stored.filter(
    ({ cluster }) => cluster === null || cluster === CLUSTERS.there,
  );
  expect(copied.map(said).toSorted()).toEqual(own.map(said).toSorted());
}
