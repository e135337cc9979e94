import type { GroupId } from "../contract/schema/ids.ts";
import type { DriftCounts } from "../domain/drift.ts";
import type { Core } from "./core.ts";
import { serverTime } from "./session/server-clock.ts";
import type { SessionSlice } from "./session/session.ts";

/** Comparison of a project with the settings files that its profile names. */

export type Drift = {
  readonly groupId: GroupId;
  /** The file or the folder. */
  readonly path: string;
  /** Start of the current state (service clock, ms). */
  readonly since: number;
  readonly found:
    | { readonly kind: "same" }
    | { readonly kind: "different"; readonly counts: DriftCounts }
    /** `where`: file and line, if known. */
    | { readonly kind: "unread"; readonly where: string | null; readonly why: string };
};

/** Null while nothing is known, or nothing is compared. */
export type DriftSlice = { readonly drift: Drift | null };

export type DriftActions = {
  readonly put: (drift: Omit<Drift, "since">) => void;
};

/** Keeps `since` while the state stays the same, and the same object while nothing changes. */
export const createDrift = (core: Core<DriftSlice & SessionSlice>): DriftActions => ({
  put: (next) => {
    const { drift: before, session } = core.get();
    const isOfSame = before?.groupId === next.groupId && before.path === next.path;
    const goesOn = isOfSame && before.found.kind === next.found.kind;
    if (goesOn && JSON.stringify(before.found) === JSON.stringify(next.found)) return;
    const since = goesOn ? before.since : serverTime(session.serverClock, core.clock.now());
    core.set({ drift: { ...next, since } });
  },
});
