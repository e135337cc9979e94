import { basename } from "node:path";
import type { DriftCounts, DriftPart } from "../../domain/drift.ts";
import { type Clock, systemClock } from "../../state/dependencies.ts";
import type { Drift } from "../../state/drift.ts";
import type { ConsoleState, ConsoleStore } from "../../state/store.ts";
import { isWithin, MINUTE, SECOND } from "../../text/durations.ts";
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
/** What the service did not tell is asked for again after that (ms). */
const AGAIN_AFTER = MINUTE;

/** What a row counts for. */
export const DRIFT_PARTS: Readonly<Record<Exclude<ComparedState, "same">, DriftPart>> = {
  different: "different",
  "missing-here": "missingHere",
  "missing-there": "missingThere",
  unclear: "unclear",
};

/** How many rows differ, and how. */
export function driftCounts(rows: readonly Pick<ComparedRow, "state">[]): DriftCounts {
  const counts = { different: 0, missingHere: 0, missingThere: 0, unclear: 0 };
  for (const { state } of rows) if (state !== "same") counts[DRIFT_PARTS[state]] += 1;
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
  if (first !== undefined) return { kind: "unread", where: null, why: first.words };
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

/** What a watch works with. */
export type DriftWatch = {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  /** Compares the project that is looked at with the files; null where none is. */
  readonly read: (path: string) => Promise<Omit<Drift, "since"> | null>;
};

/** Watches until it is ended. Where the profile names no files, it reads nothing and asks for nothing. */
export function followDrift({ store, clock, read }: DriftWatch): () => void {
  let wanted: string | null = null;
  let stopWaiting: (() => void) | null = null;
  /** What was looked at last, and when (ms). */
  let looked: { readonly of: string; readonly at: number } | null = null;

  const lookIn = (milliseconds: number): void => {
    stopWaiting?.();
    stopWaiting = null;
    const of = wanted;
    const { settingsFiles } = store.getState().session;
    if (of === null || settingsFiles === null) return;
    stopWaiting = clock.after(milliseconds, () => void look(of, settingsFiles));
  };
  const look = async (of: string, path: string): Promise<void> => {
    stopWaiting = null;
    const drift = await read(path);
    // Of another project by now, or not watched any more.
    if (wanted !== of) return;
    looked = { of, at: clock.now() };
    if (drift !== null) store.drift.put(drift);
    // What was changed meanwhile is looked at already.
    const isAnswered = drift?.found.kind !== "unread" || drift.found.where !== null;
    if (stopWaiting === null) lookIn(isAnswered ? EVERY : AGAIN_AFTER);
  };
  const follow = (state: ConsoleState, before: ConsoleState | null): void => {
    const now = wantedIn(state);
    if (now !== wanted) {
      wanted = now;
      // A service that comes and goes is not asked for everything each time.
      const isRecent = looked?.of === now && isWithin(AGAIN_AFTER, looked.at, clock.now());
      lookIn(isRecent ? AGAIN_AFTER : 0);
    } else if (
      now !== null &&
      before !== null &&
      state.activity !== before.activity &&
      lastChange(state) !== lastChange(before)
    ) {
      lookIn(AFTER_CHANGE);
    }
  };
  follow(store.getState(), null);
  const stop = store.subscribe(follow);
  return () => {
    stop();
    stopWaiting?.();
    wanted = null;
  };
}

/** Watches the project of a console. Kinds of settings and the reading of files are loaded when they are used. */
export function startDriftWatch(app: App): () => void {
  const read = async (path: string): Promise<Omit<Drift, "since"> | null> => {
    const here = projectHere(app);
    if (here === null) return null;
    const of = { groupId: here.id, path };
    try {
      const { compare } = await import("./comparing.ts");
      const comparison = await compare(app, {
        here,
        with: { kind: "files", path, isOwn: true },
        first: [],
        clusters: new Map(),
      });
      return { ...of, found: driftIn(comparison) };
    } catch (error) {
      return { ...of, found: { kind: "unread", where: null, why: errorText(error) } };
    }
  };
  return followDrift({ store: app.store, clock: systemClock, read });
}
