import type { SettingsKind } from "../../areas/model/settings-kind.ts";
import type { FileDocument, FileProblem } from "../../forms/settings-file/kind.ts";
import { readDocuments } from "../../forms/settings-file/read-documents.ts";
import { settingTitle } from "../../forms/settings-file/setting-title.ts";
import { yamlOf } from "../../forms/settings-file/write-yaml.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";
import type { ComparisonLayer } from "../workspace.ts";
import { appliedBefore, rememberApplied } from "./applied.ts";
import { applySettings } from "./apply.ts";
import type { ComparedRow } from "./compared-rows.ts";
import { readNow } from "./comparing.ts";
import { planOf } from "./plan.ts";
import { highestRisk, prepareAll, withObstacles } from "./prepare.ts";
import { fileKinds, settingsKindOf, storedIds, unreadTexts } from "./project.ts";
import { planningSource } from "./source.ts";
import type { AppliedSetting, PreparedCopy, PreparedSetting, ProjectSetting } from "./types.ts";

/** Copies settings to the current project: a plan, the reviews of its changes, and sending them. Loaded on first use. */

const isStored = (origin: FileDocument | ProjectSetting): origin is ProjectSetting => "thing" in origin;

/** A setting of another project in the form of a settings file: its secrets are not copied. */
function documentsOf(row: ComparedRow): {
  readonly documents: readonly FileDocument[];
  readonly problems: readonly FileProblem[];
} {
  const { origin } = row;
  if (origin === null) return { documents: [], problems: [] };
  if (!isStored(origin)) return { documents: [origin], problems: [] };
  const text = yamlOf(origin, new Map(), "keep");
  return readDocuments(settingTitle(row), text, { kinds: fileKinds(), variable: () => undefined });
}

/**
 * Plans the copies against the current settings here, and prepares the review of each.
 *
 * @param answered chosen setting here for each ambiguous row
 *
 * @throws ServiceError when the settings here cannot be read
 */
export async function prepareCopy(
  app: App,
  here: ProjectEntry,
  rows: readonly ComparedRow[],
  answered: ComparisonLayer["answers"],
): Promise<PreparedCopy> {
  const read = rows.map((row) => ({ row, ...documentsOf(row) }));
  const answers = new Map(
    read.flatMap(({ row, documents: own }) => {
      const answer = answered.get(row.id);
      return answer === undefined ? [] : own.map((document) => [document, answer] as const);
    }),
  );
  const documents = read.flatMap((one) => one.documents);
  const kinds: readonly SettingsKind[] = [...new Set(documents.map(({ kind }) => settingsKindOf(kind)))];
  const { source, read: project } = await readNow(app, here, kinds);
  const plan = planOf(documents, project, source.scope, {
    prune: false,
    none: [],
    before: await appliedBefore(source, documents),
    answers,
    env: source.env(),
  });
  const wrong = [...read.flatMap((one) => one.problems), ...plan.problems].map(
    ({ file, message }) => `${file}: ${message}`,
  );
  const unclear = plan.items
    .filter(({ action }) => action === "unclear")
    .map(({ name }) => `${name}: several here are alike by now, and it is not clear which one it is`);
  const problems = [...unreadTexts(project), ...wrong, ...unclear];
  const changing = plan.items.filter(({ action }) => action === "create" || action === "change");
  const prepared =
    problems.length > 0 ? [] : await prepareAll(changing, project.named, planningSource(source, app.store));
  return {
    prepared,
    problems: [...problems, ...lastingObstacles(prepared)],
    risk: highestRisk(prepared),
    source,
    known: storedIds(project),
    isFromFiles: rows.every(({ origin }) => origin !== null && !isStored(origin)),
  };
}

/** Obstacles that earlier changes of the plan do not remove, a sentence each. */
const lastingObstacles = (prepared: readonly PreparedSetting[]): readonly string[] =>
  withObstacles(prepared).flatMap(({ item, obstacles }) =>
    obstacles.map((words) => `${settingTitle({ ...item, title: item.of.file.title })}: ${words}`),
  );

/** Sends the reviewed settings, one after another; calls `onResult` after each. */
export const sendCopy = (
  app: App,
  { prepared, source, known, isFromFiles }: PreparedCopy,
  onResult: (applied: AppliedSetting) => void,
): Promise<readonly AppliedSetting[]> =>
  applySettings(prepared, {
    source,
    send: app.store.send,
    known,
    onResult: async (applied) => {
      if (isFromFiles) await rememberApplied(source, applied);
      onResult(applied);
    },
  });
