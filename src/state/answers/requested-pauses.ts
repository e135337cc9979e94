import type { Entry } from "./scheduled-entry.ts";

/**
 * Times before which the service wants no request (`Retry-After`), by project key and endpoint set. Polling obeys them, however long they are. A
 * person may ask sooner, as some services ask for a day by mistake: one request a minute, which opens the set again if it is answered.
 */
type RequestedPauses = {
  /** Time before which an entry is not read; 0: none. */
  readonly until: (entry: Entry) => number;
  /** Time until which polling stops, whatever a person asks for; 0: none. */
  readonly pollingUntil: (entry: Entry) => number;
  /** The service refused the read of an entry, and wants none of its set before `until`. */
  readonly refused: (entry: Entry, until: number, now: number) => void;
  /** The service answered an entry. */
  readonly answered: (entry: Entry, now: number) => void;
  /** The wall clock was set back. */
  readonly shift: (by: number) => void;
  readonly clear: () => void;
};

/** Pause between two reads that a person asks for while the service wants none (ms). */
const BY_HAND_AGAIN = 60_000;

/** The end of a pause, and when the service last asked for it. */
type Pause = { readonly until: number; readonly since: number };

const setOf = ({ projectKey, set }: Entry): string => `${projectKey} ${set}`;

/** @param entries all scheduled entries */
export function createRequestedPauses(entries: () => Iterable<Entry>): RequestedPauses {
  const pauses = new Map<string, Pause>();
  const pollingUntil = (entry: Entry): number => pauses.get(setOf(entry))?.until ?? 0;
  const besides = (one: Entry): readonly Entry[] => [...entries()].filter((entry) => setOf(entry) === setOf(one));
  return {
    pollingUntil,
    until: (entry) => {
      const pause = pauses.get(setOf(entry));
      if (pause === undefined) return 0;
      return entry.isRequestedByPerson ? Math.min(pause.until, pause.since + BY_HAND_AGAIN) : pause.until;
    },
    refused: (entry, until, now) => {
      // What the service says to a person is the newest; of reads that were under way together, the longest pause counts.
      pauses.set(setOf(entry), {
        until: entry.isRequestedByPerson ? until : Math.max(until, pollingUntil(entry)),
        since: now,
      });
      // One refusal is enough for all that was asked for. The cached lower bounds of due times stay valid: this only makes them later.
      for (const other of besides(entry)) other.isRequestedByPerson = false;
    },
    answered: (entry, now) => {
      const { isRequestedByPerson } = entry;
      entry.isRequestedByPerson = false;
      if (!isRequestedByPerson || !pauses.delete(setOf(entry))) return;
      for (const other of besides(entry)) {
        if (other.retryAt !== null) other.retryAt = Math.min(other.retryAt, now);
        other.notDueBefore = null;
      }
    },
    shift: (by) => {
      for (const [set, { until, since }] of pauses) pauses.set(set, { until: until + by, since: since + by });
    },
    clear: () => pauses.clear(),
  };
}
