import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { applySettings } from "../../../src/app/settings-files/apply.ts";
import { type PlanOptions, planOf, type SettingsPlan } from "../../../src/app/settings-files/plan.ts";
import { namedNow, prepare } from "../../../src/app/settings-files/prepare.ts";
import { type ProjectSettings, readProject, settingsKindOf } from "../../../src/app/settings-files/project.ts";
import type { AppliedSetting, PreparedSetting, SettingsSource } from "../../../src/app/settings-files/types.ts";
import type { AppStore } from "../../../src/app/store.ts";
import { openSession } from "../../../src/commands/settings/session.ts";
import type { BodyObject } from "../../../src/contract/json/json.ts";
import type { FileDocument, SettingsFileKind } from "../../../src/forms/settings-file/kind.ts";
import { type Client, ready } from "../../service/support.ts";

/** Settings of a project of a service in this process, read and changed as the commands do it. */

export type TestProject = {
  readonly call: Client;
  readonly store: AppStore;
  readonly source: SettingsSource;
};

/** A service of its own, and a session on its main project or another one. */
export async function testProject(name?: string, call?: Client): Promise<TestProject> {
  const service = call ?? (await ready({ speed: 0 }));
  const home = mkdtempSync(join(tmpdir(), "sextant-settings-"));
  const env = {
    ...{ HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") },
    XDG_DATA_HOME: join(home, "data"),
    SEXTANT_BASE_URL: service.ready.baseUrl,
    SEXTANT_PUBLIC_KEY: service.ready.publicKey,
    SEXTANT_PRIVATE_KEY: service.ready.privateKey,
    SEXTANT_PROJECT_ID: service.ready.groupId,
    SEXTANT_ORG_ID: service.ready.orgId,
  };
  const request = { profile: undefined, readOnly: false, isTraceless: false, timeout: 30_000 };
  const session = await openSession(request, env, (trouble) => {
    throw new Error(trouble);
  });
  onTestFinished(async () => {
    await session.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { call: service, store: session.store, source: await session.source(session.project(name)) };
}

/** A document as if it stood in a file. */
export const documentOf = (
  kind: SettingsFileKind,
  settings: BodyObject,
  cluster: string | null = null,
): FileDocument => ({
  kind,
  cluster,
  settings,
  file: "settings.yaml",
  spotOf: () => ({ line: 1, column: 1 }),
  project: null,
  clusterSpot: { line: 1, column: 1 },
});

export type Planned = { readonly read: ProjectSettings; readonly plan: SettingsPlan };

/** The plan of documents by what is there now. */
export async function plannedIn(
  { source }: TestProject,
  documents: readonly FileDocument[],
  options: Partial<PlanOptions> = {},
): Promise<Planned> {
  const read = await readProject(source, [...new Set(documents.map(({ kind }) => settingsKindOf(kind)))]);
  const whole = { prune: false, none: [], before: [], answers: new Map(), env: source.env(), ...options };
  return { read, plan: planOf(documents, read, source.scope, whole) };
}

/** The reviews of all that a plan changes. */
export async function preparedIn({ source }: TestProject, { plan }: Planned): Promise<readonly PreparedSetting[]> {
  const prepared: PreparedSetting[] = [];
  for (const item of plan.items) {
    if (item.action === "same") continue;
    prepared.push(await prepare(item, await namedNow(item, source), source));
  }
  return prepared;
}

/** Sends what was prepared. */
export const appliedIn = (
  { source, store }: TestProject,
  { read }: Planned,
  prepared: readonly PreparedSetting[],
): Promise<readonly AppliedSetting[]> =>
  applySettings(prepared, {
    source,
    send: store.send,
    known: new Map(
      [...Map.groupBy(read.stored, ({ kind }) => kind.name)].map(([kind, all]) => [
        kind,
        new Set(all.map(({ id }) => id)),
      ]),
    ),
    onResult: async () => undefined,
  });

/** Plans, reviews and sends. */
export async function applied(
  project: TestProject,
  documents: readonly FileDocument[],
  options: Partial<PlanOptions> = {},
): Promise<readonly AppliedSetting[]> {
  const planned = await plannedIn(project, documents, options);
  if (planned.plan.problems.length > 0) throw new Error(JSON.stringify(planned.plan.problems));
  return appliedIn(project, planned, await preparedIn(project, planned));
}

export const kindsOf = (results: readonly AppliedSetting[]): readonly string[] =>
  results.map(({ result }) => result.kind);
