import type { Clock } from "../clock.ts";
import { MOST_A_MINUTE, type Throttle } from "../session/budget.ts";
import { intervalOf, type PollInterval } from "./poll-intervals.ts";
import type { ResourceKey } from "./query.ts";
import { createRecentCalls } from "./recent-calls.ts";
import { createRequestedPauses } from "./requested-pauses.ts";
import { byUrgency, type Due, type Entry, isOld, newEntry, shiftEntry } from "./scheduled-entry.ts";

/**
 * Decides when each watched answer is read again: one timer, the table of intervals, jitter, back-off, throttling. It knows neither client nor
 * store: `start` begins a read, and `began` and `ended` report every read, from any caller.
 */

/** One answer that an owner watches. */
type Watch = {
  readonly key: ResourceKey;
  readonly poll: PollInterval;
  /** Project (or organisation) whose calls count against one limit. */
  readonly projectKey: string;
  /** Endpoint set within a project key: the service limits all calls of a set together (`domain.md` 1.5). */
  readonly set: string;
  /** Time at which an answer last confirmed it (ms); null: never, or no longer trusted. */
  readonly freshAt: number | null;
};

/** End of a read. `retryAt`: the service wants no request before then. `permanent`: an early retry is no use. */
export type Ended =
  | { readonly ok: true; readonly calls: number }
  | { readonly ok: false; readonly calls: number; readonly retryAt: number | null; readonly permanent: boolean };

/** A read while the service wants none: the time before which it wants none, and the time of the read. */
export type Postponed = { readonly until: number; readonly readAt: number };

export type Scheduler = {
  /** Replaces all that an owner watches. */
  readonly watch: (owner: string, watches: readonly Watch[]) => void;
  /** Sets the owner that has the focus. */
  readonly focus: (owner: string) => void;
  /** Owners that are polled as if focused while another has the focus: they are beside it on screen. */
  readonly keepPolling: (owners: readonly string[]) => void;
  /**
   * Reads these as soon as possible, and what a person asks for sooner than the service wants it.
   *
   * @returns where the service wants no request now: until when, and when they are read; else null
   */
  readonly refreshNow: (keys: Iterable<ResourceKey>, by?: "person") => Postponed | null;
  readonly began: (key: ResourceKey) => void;
  /** @returns time of the next attempt, after a failure of something watched; else null */
  readonly ended: (key: ResourceKey, end: Ended) => number | null;
  readonly keysOf: (owner: string) => readonly ResourceKey[];
  readonly isWatched: (key: ResourceKey) => boolean;
  /** The limit of this console lets nothing be read of the project now. */
  readonly isHeldBack: (key: ResourceKey) => boolean;
  /** Multiplies all intervals from now on. */
  readonly setRate: (factor: number) => void;
  /** Sets the shortest time between reads of the same answer (ms), except reads that a person requests. */
  readonly setLeastInterval: (milliseconds: number) => void;
  /** Somebody is looking at the screen: answers that are not polled and have become old are read again. */
  readonly looked: () => void;
  /** Everything that is due by now, or is not polled and old, is read once, spread over some seconds. */
  readonly resumed: () => void;
  /** Forgets everything: another profile or project. */
  readonly clear: () => void;
  readonly stop: () => void;
};

type SchedulerNeeds = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly throttle: (key: ResourceKey) => Throttle;
  /** Limit of calls per minute that applies to reads a person requests. */
  readonly mostByHand: (key: ResourceKey) => number;
  readonly start: (key: ResourceKey) => void;
};

/** Upper bound of reads in flight. */
const MOST_AT_ONCE = 4;
/** Answers confirmed less than this long ago are not read again on opening (ms). */
const FRESH_ENOUGH = 10_000;
/** Shortest time between two searches for old answers (ms). */
const OLD_LOOK = 60_000;
/** A timer that fires this late (ms) means that the machine or the process slept. */
const SLEPT = 5000;
/** Largest time a timer may be early by the wall clock (ms). */
const EARLY = 100;
/** Time between two reads after a pause (ms). */
const SPREAD = 500;
/** From this many answers on, the ones that arrived together on opening are spread out by a wider jitter. */
const MANY = 100;
/** Delay of unfocused reads while the budget is nearly spent (ms). */
const SAVING = 30_000;
/** Interval at which saving is checked again while calls are saved (ms). */
const SAVING_LOOK = 10_000;
/** Waits after the first, second, … consecutive failure (ms); the last one repeats. */
const BACK_OFF = [3, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1000);
const LONGEST_BACK_OFF = 300_000;

export function createScheduler({ clock, random, throttle, mostByHand, start }: SchedulerNeeds): Scheduler {
  const entries = new Map<ResourceKey, Entry>();
  /** Entries that are being read. */
  const underWay = new Set<Entry>();
  const calls = createRecentCalls();
  const pauses = createRequestedPauses(() => entries.values());
  let focused = "main";
  let keeping: readonly string[] = [];
  let wakesAt = 0;
  /** Latest known reading of the clock. */
  let readAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let isStopped = false;
  /** Factor for the table of intervals. */
  let rate = 1;
  let leastInterval = 0;
  /** Time of the last search for old answers. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Current time. Each reading checks whether the clock was set back, which would make the timer late. */
  const time = (): number => {
    const now = clock.now();
    if (now < readAt) shift(now - readAt);
    readAt = now;
    return now;
  };
  const jitter = (): number => 0.9 + random() * 0.2;
  /** The second reads of many entries are spread over more than half of their interval. */
  const firstJitter = (): number => (entries.size < MANY ? jitter() : 0.4 + random() * 0.6);
  const pollsAsFocused = (owner: string): boolean => owner === focused || keeping.includes(owner);
  const isFocused = ({ owners }: Entry): boolean => owners.keys().some(pollsAsFocused);

  const isSaving = ({ key }: Entry): boolean => throttle(key) !== "none";

  /** Time between two reads, or null when there is no next one. */
  const interval = (entry: Entry, now: number): number | null => {
    const each = [...entry.owners].flatMap(
      ([owner, { poll, since }]) => intervalOf(poll, pollsAsFocused(owner), now - since) ?? [],
    );
    if (each.length === 0) return null;
    // Faster only while the budget is not nearly spent.
    const factor = isSaving(entry) ? Math.max(1, rate) * 2 : rate;
    return Math.max(leastInterval, Math.min(...each) * factor);
  };

  /** Time of the next read of an entry, or null. */
  const dueAt = (entry: Entry, now: number): number | null => {
    const earliest = Math.max(entry.notBefore, pauses.until(entry));
    if (entry.isHurried) return Math.max(now, earliest);
    if (entry.failures > 0) return entry.retryAt === null ? null : Math.max(entry.retryAt, earliest);
    if (entry.freshAt === null) return Math.max(now, earliest);
    const span = interval(entry, now);
    return span === null ? null : Math.max(entry.freshAt + span * entry.jitter, earliest);
  };

  /** Lower bound of an entry's due time: it is cached, because most changes only move it later. */
  const notDueBefore = (entry: Entry, now: number): number => {
    if (entry.notDueBefore !== null) return entry.notDueBefore;
    const due = dueAt(entry, now) ?? Number.POSITIVE_INFINITY;
    entry.notDueBefore = isSaving(entry) ? Math.min(due, now + SAVING_LOOK) : due;
    return entry.notDueBefore;
  };
  const reckonAnew = (): void => {
    for (const entry of entries.values()) entry.notDueBefore = null;
  };

  /** Earliest time at which the limit allows a read. */
  const roomAt = ({ key, projectKey, isHurried }: Entry, now: number): number =>
    calls.roomAt(projectKey, isHurried ? mostByHand(key) : MOST_A_MINUTE, now);

  /** Sets the one timer to the next time at which a read can begin. */
  const plan = (): void => {
    cancel?.();
    cancel = undefined;
    if (isStopped || underWay.size >= MOST_AT_ONCE) return;
    const now = time();
    let first = Number.POSITIVE_INFINITY;
    for (const entry of entries.values()) {
      if (underWay.has(entry)) continue;
      const due = notDueBefore(entry, now);
      if (due < first) first = Math.min(first, Math.max(due, roomAt(entry, now)));
      if (first <= now) break;
    }
    if (first === Number.POSITIVE_INFINITY) return;
    wakesAt = Math.max(now, first);
    cancel = clock.after(wakesAt - now, wake);
  };

  /** Entries that are due at this time. */
  const dueNow = (now: number): Due[] => {
    const found: Due[] = [];
    for (const entry of entries.values()) {
      if (underWay.has(entry) || notDueBefore(entry, now) > now) continue;
      entry.notDueBefore = null;
      const due = dueAt(entry, now);
      if (due === null || due > now) continue;
      found.push({ entry, due, isFocused: isFocused(entry), isAwaited: entry.isHurried || entry.freshAt === null });
    }
    return found;
  };

  const inOrder = (now: number): readonly Entry[] =>
    dueNow(now)
      .sort(byUrgency)
      .map(({ entry }) => entry);

  const wake = (): void => {
    // The timer proves that it is at least this late, whatever the clock says by now.
    readAt = Math.max(readAt, wakesAt - EARLY);
    const now = time();
    if (now - wakesAt > SLEPT) spread(now);
    for (const entry of inOrder(now)) {
      if (underWay.size >= MOST_AT_ONCE) break;
      if (roomAt(entry, now) > now) continue;
      const isBackground = !isFocused(entry) && !entry.isHurried && entry.freshAt !== null;
      if (isBackground && throttle(entry.key) === "focused-only") {
        entry.notBefore = now + SAVING * entry.jitter;
        entry.notDueBefore = null;
        continue;
      }
      // `start` joins a read in flight: its `began` came before, and its `ended` will come.
      start(entry.key);
      // Changes made by `start` may have ended the watch.
      if (entries.get(entry.key) !== entry) continue;
      underWay.add(entry);
      entry.isByHand = entry.isHurried;
      entry.isHurried = false;
      entry.notDueBefore = null;
    }
    plan();
  };

  /** Reads old answers that are not polled, as if they were opened now. */
  const refreshOld = (now: number): void => {
    lookedAt = now;
    for (const entry of entries.values()) {
      if (!isOld(entry, now) || underWay.has(entry) || isSaving(entry) || interval(entry, now) !== null) continue;
      entry.isHurried = true;
      entry.notDueBefore = null;
    }
  };

  /** After a pause: due entries are read one by one. */
  const spread = (now: number): void => {
    refreshOld(now);
    for (const [index, entry] of inOrder(now).entries()) {
      entry.notBefore = now + index * SPREAD;
      entry.notDueBefore = null;
    }
  };

  /** The wall clock was set back: all distances from now stay the same. */
  const shift = (by: number): void => {
    for (const entry of entries.values()) shiftEntry(entry, by);
    pauses.shift(by);
    calls.shift(by);
    lookedAt += by;
    wakesAt += by;
    readAt += by;
  };

  const enter = (watch: Watch): Entry => {
    const entry = entries.get(watch.key) ?? newEntry(watch, jitter());
    entries.set(watch.key, entry);
    return entry;
  };

  return {
    watch: (owner, watches) => {
      const now = time();
      const wanted = new Map(watches.map((each) => [each.key, each]));
      for (const [key, entry] of entries) {
        if (wanted.has(key) || !entry.owners.delete(owner)) continue;
        entry.notDueBefore = null;
        if (entry.owners.size > 0) continue;
        entries.delete(key);
        underWay.delete(entry);
      }
      for (const each of wanted.values()) {
        const entry = enter(each);
        const before = entry.owners.get(owner);
        entry.owners.set(owner, { poll: each.poll, since: before?.since ?? now });
        entry.notDueBefore = null;
        const isOpened = before === undefined && interval(entry, now) === null;
        if (isOpened && (entry.freshAt === null || now - entry.freshAt > FRESH_ENOUGH)) entry.isHurried = true;
      }
      plan();
    },
    focus: (owner) => {
      if (owner === focused) return;
      focused = owner;
      reckonAnew();
      plan();
    },
    keepPolling: (owners) => {
      if (owners.length === keeping.length && owners.every((owner) => keeping.includes(owner))) return;
      keeping = owners;
      reckonAnew();
      plan();
    },
    refreshNow: (keys, by) => {
      const now = time();
      let postponed: Postponed = { until: now, readAt: now };
      for (const key of keys) {
        const entry = entries.get(key);
        if (entry === undefined) continue;
        entry.isHurried = true;
        entry.isRequestedByPerson ||= by === "person";
        entry.notBefore = 0;
        entry.notDueBefore = null;
        postponed = {
          until: Math.max(postponed.until, pauses.pollingUntil(entry)),
          readAt: Math.max(postponed.readAt, pauses.until(entry)),
        };
      }
      plan();
      return postponed.until > now ? postponed : null;
    },
    began: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      underWay.add(entry);
      calls.add(entry.projectKey, 1, time());
    },
    ended: (key, end) => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      const now = time();
      calls.add(entry.projectKey, end.calls - 1, now);
      underWay.delete(entry);
      entry.notDueBefore = null;
      entry.jitter = end.ok && entry.freshAt === null ? firstJitter() : jitter();
      if (end.ok) {
        pauses.answered(entry, now);
        Object.assign(entry, { freshAt: now, failures: 0, retryAt: null, notBefore: 0 });
        plan();
        return null;
      }
      if (entry.failures === 0 || !entry.isByHand) entry.failures += 1;
      const span = interval(entry, now);
      const step = end.permanent ? LONGEST_BACK_OFF : (BACK_OFF[entry.failures - 1] ?? LONGEST_BACK_OFF);
      // Unfocused entries never retry sooner than their interval, however short the back-off.
      const wait = Math.max(isFocused(entry) ? leastInterval : (span ?? 0), step) * entry.jitter;
      if (end.retryAt !== null) pauses.refused(entry, end.retryAt, now);
      entry.isRequestedByPerson = false;
      entry.retryAt = end.permanent && span === null ? null : Math.max(now + wait, pauses.until(entry));
      plan();
      return entry.retryAt;
    },
    keysOf: (owner) => [...entries.values()].filter((entry) => entry.owners.has(owner)).map(({ key }) => key),
    isWatched: (key) => entries.has(key),
    isHeldBack: (key) => {
      const entry = entries.get(key);
      const now = time();
      return entry !== undefined && !underWay.has(entry) && roomAt(entry, now) > now;
    },
    setRate: (factor) => {
      rate = factor;
      reckonAnew();
      plan();
    },
    setLeastInterval: (milliseconds) => {
      leastInterval = milliseconds;
      reckonAnew();
      plan();
    },
    looked: () => {
      const now = time();
      if (now - lookedAt < OLD_LOOK) return;
      refreshOld(now);
      plan();
    },
    resumed: () => {
      spread(time());
      plan();
    },
    clear: () => {
      entries.clear();
      underWay.clear();
      pauses.clear();
      plan();
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}
