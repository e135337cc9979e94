import { basename } from "node:path";
import type { DriftCounts, DriftPart } from "../../domain/drift.ts";
import { type Clock, systemClock } from "../../state/clock.ts";
import type { Drift } from "../../state/drift.ts";
import type { ConsoleState, ConsoleStore } from "../../state/store.ts";
import { isWithin, MINUTE, SECOND } from "../../text/durations.ts";
import { pluralize } from "../../text/format.ts";
import type { App } from "../app.ts";
import { errorText } from "../error-text.ts";
import type { ComparedRow, ComparedState, SettingsComparison } from "./compared-rows.ts";
import { projectHere } from "./project-here.ts";

/** Watches differences (drift) between the current project and the settings files of its profile. */

/** Interval between comparisons (ms): people change settings rarely, and a comparison takes at least one call per cluster of the project. */
const EVERY = 10 * MINUTE;
/** Delay of the comparison after a change made here, until it has taken effect (ms). */
const AFTER_CHANGE = 3 * SECOND;
/** Delay before reading again what could not be read (ms). */
const AGAIN_AFTER = MINUTE;

/** The count that a row belongs to. */
export const DRIFT_PARTS: Readonly<Record<Exclude<ComparedState, "same">, DriftPart>> = {
  different: "different",
  "missing-here": "missingHere",
  "missing-there": "missingThere",
  unclear: "unclear",
};

/** Number of differing rows, by kind of difference. */
export function driftCounts(rows: readonly Pick<ComparedRow, "state">[]): DriftCounts {
  const counts = { different: 0, missingHere: 0, missingThere: 0, unclear: 0 };
  for (const { state } of rows) if (state !== "same") counts[DRIFT_PARTS[state]] += 1;
  return counts;
}

/** Result of a comparison with files. If any part could not be read, it is `unread` as a whole. */
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

/** Key of the project and the files to compare; null if there is nothing to compare. */
function wantedIn({ session }: ConsoleState): string | null {
  const { settingsFiles, groupId, epoch, connection } = session;
  return settingsFiles === null || groupId === null || connection.kind !== "ok"
    ? null
    : `${epoch} ${groupId} ${settingsFiles}`;
}

/** Id of the newest change made here. */
const lastChange = ({ activity }: ConsoleState): number | undefined =>
  activity.calls.findLast(({ method, outcome }) => method !== "GET" && outcome === "done")?.id;

/** Dependencies of the watch. */
type DriftWatch = {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  /** Compares the current project with the files; null without a project. */
  readonly read: (path: string) => Promise<Omit<Drift, "since"> | null>;
};

/** Watches until the returned function is called. If the profile names no files, it reads and requests nothing. */
export function followDrift({ store, clock, read }: DriftWatch): () => void {
  let wanted: string | null = null;
  let stopWaiting: (() => void) | null = null;
  /** Key and time (ms) of the last comparison. */
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
    // Another project is current by now, or the watch has ended.
    if (wanted !== of) return;
    looked = { of, at: clock.now() };
    if (drift !== null) store.drift.put(drift);
    // A change made meanwhile has already scheduled the next comparison.
    const isAnswered = drift?.found.kind !== "unread" || drift.found.where !== null;
    if (stopWaiting === null) lookIn(isAnswered ? EVERY : AGAIN_AFTER);
  };
  const follow = (state: ConsoleState, before: ConsoleState | null): void => {
    const now = wantedIn(state);
    if (now !== wanted) {
      wanted = now;
      // An unstable connection must not cause a full comparison each time.
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

/** Watches the current project of a console. Kinds of settings and the reading of files are loaded on first use. */
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
