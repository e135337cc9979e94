import { basename } from "node:path";
import { type Clock, systemClock } from "../../state/dependencies.ts";
import type { Drift, DriftCounts } from "../../state/drift.ts";
import type { ProjectEntry } from "../../state/session.ts";
import type { ConsoleState } from "../../state/store.ts";
import { MINUTE, SECOND } from "../../text/durations.ts";
import { pluralize } from "../../text/format.ts";
import type { App } from "../app.ts";
import { errorText } from "../error-text.ts";
import type { ComparedRow, ComparedState, SettingsComparison } from "./compared-rows.ts";
import { projectHere } from "./project-here.ts";

/** Follows how the project that is looked at stands to the files of settings that its profile names. */

/** Settings are changed by people, and a look at all of them takes as many calls as a project has clusters and more (ms). */
const EVERY = 10 * MINUTE;
/** What was changed here is looked at when it has settled (ms). */
const AFTER_CHANGE = 3 * SECOND;

const COUNTED: Readonly<Record<Exclude<ComparedState, "same">, keyof DriftCounts>> = {
  different: "different",
  "missing-here": "missingHere",
  "missing-there": "missingThere",
  unclear: "unclear",
};

/** How many rows differ, and how. */
export function driftCounts(rows: readonly Pick<ComparedRow, "state">[]): DriftCounts {
  const counts = { different: 0, missingHere: 0, missingThere: 0, unclear: 0 };
  for (const { state } of rows) if (state !== "same") counts[COUNTED[state]] += 1;
  return counts;
}

/** What a comparison with files came to. Where a part could not be read, nothing is said of the whole. */
export function driftIn({ rows, problems, unread }: SettingsComparison): Drift["found"] {
  const [problem] = problems;
  if (problem !== undefined) {
    const { file, line, message } = problem;
    const more = problems.length === 1 ? "" : `, and ${pluralize(problems.length - 1, "more problem")}`;
    return { kind: "unread", where: `${basename(file)}:${line}`, why: `${message}${more}` };
  }
  const [first] = unread;
  if (first !== undefined) return { kind: "unread", where: null, why: first };
  const counts = driftCounts(rows);
  return Object.values(counts).some((count) => count > 0) ? { kind: "different", counts } : { kind: "same" };
}

/** Whose settings are compared with what; null where nothing is. */
function wantedIn({ session }: ConsoleState): string | null {
  const { settingsFiles, groupId, epoch, connection } = session;
  return settingsFiles === null || groupId === null || connection.kind !== "ok"
    ? null
    : `${epoch} ${groupId} ${settingsFiles}`;
}

/** The newest change that was made from here. */
const lastChange = ({ activity }: ConsoleState): number | undefined =>
  activity.calls.findLast(({ method, outcome }) => method !== "GET" && outcome === "done")?.id;

/**
 * Watches until it is ended. Where the profile names no files, it reads nothing and asks for nothing.
 *
 * @param after runs something in so many milliseconds, unless it is called off
 */
export function startDriftWatch(app: App, after: Clock["after"] = systemClock.after): () => void {
  const { store } = app;
  let wanted: string | null = null;
  let stopWaiting = (): void => undefined;

  const look = async (of: string): Promise<void> => {
    const here = projectHere(app);
    const { settingsFiles: path } = store.getState().session;
    if (here === null || path === null) return;
    const found = await readDrift(app, here, path).catch((error: unknown): Drift["found"] => ({
      kind: "unread",
      where: null,
      why: errorText(error),
    }));
    // Of another project by now, or not watched any more.
    if (wanted !== of) return;
    store.drift.put({ groupId: here.id, path, found });
    lookIn(EVERY);
  };
  const lookIn = (milliseconds: number): void => {
    stopWaiting();
    const of = wanted;
    if (of !== null) stopWaiting = after(milliseconds, () => void look(of));
  };
  const follow = (state: ConsoleState, before: ConsoleState | null): void => {
    const now = wantedIn(state);
    if (now !== wanted) {
      wanted = now;
      lookIn(0);
    } else if (before !== null && state.activity !== before.activity && lastChange(state) !== lastChange(before)) {
      lookIn(AFTER_CHANGE);
    }
  };
  follow(store.getState(), null);
  const stop = store.subscribe(follow);
  return () => {
    stop();
    stopWaiting();
    wanted = null;
  };
}

/** Kinds of settings and the reading of files are loaded when they are used. */
async function readDrift(app: App, here: ProjectEntry, path: string): Promise<Drift["found"]> {
  const { compare } = await import("./comparing.ts");
  return driftIn(await compare(app, { here, with: { kind: "files", path, isOwn: true }, first: [] }));
}
