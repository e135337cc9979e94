import type { GroupId } from "../contract/schema/ids.ts";
import type { DriftCounts } from "../domain/drift.ts";
import type { Core } from "./core.ts";
import { serverTime } from "./session/server-clock.ts";

/** How a project stands to the files of settings that its profile names. */

export type Drift = {
  readonly groupId: GroupId;
  /** The file or the folder. */
  readonly path: string;
  /** Since when it has been known to be so (the service's time, ms). */
  readonly since: number;
  readonly found:
    | { readonly kind: "same" }
    | { readonly kind: "different"; readonly counts: DriftCounts }
    /** `where`: the file and its line, where it is known. */
    | { readonly kind: "unread"; readonly where: string | null; readonly why: string };
};

export type DriftActions = {
  readonly put: (drift: Omit<Drift, "since">) => void;
};

/** Keeps since when it is so; the same object while it says the same. */
export const createDrift = (core: Core): DriftActions => ({
  put: (next) => {
    const { drift: before, session } = core.get();
    const isOfSame = before?.groupId === next.groupId && before.path === next.path;
    const goesOn = isOfSame && before.found.kind === next.found.kind;
    if (goesOn && JSON.stringify(before.found) === JSON.stringify(next.found)) return;
    const since = goesOn ? before.since : serverTime(session.serverClock, core.clock.now());
    core.set({ drift: { ...next, since } });
  },
});
