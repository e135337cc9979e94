import type { Clock } from "../dependencies.ts";
import { MOST_A_MINUTE, type Throttle } from "../session/budget.ts";
import { createCallsMade } from "./calls-made.ts";
import { intervalOf, type PollInterval } from "./poll-intervals.ts";
import type { ResourceKey } from "./query.ts";
import { type Entry, isOld, shiftEntry } from "./scheduled-entry.ts";

/**
 * Says when each watched answer is asked for again: one timer, the table of paces, jitter, back-off, thrift. It knows neither
 * client nor store: `start` begins a read, and `began` and `ended` tell of every read, whoever began it.
 */

/** One answer that an owner watches. */
export type Watch = {
  readonly key: ResourceKey;
  readonly poll: PollInterval;
  /** Project (or organisation) whose calls are counted together. */
  readonly projectKey: string;
  /** Endpoint set within the lane: what the service limits, it limits for all of a set (`domain.md` 1.5). */
  readonly set: string;
  /** When it was last confirmed by an answer (ms); null: never, or no longer to be trusted. */
  readonly freshAt: number | null;
};

/** How a read ended. `retryAt`: the service asked to be left alone until then. `permanent`: asking again soon is no use. */
export type Ended =
  | { readonly ok: true; readonly calls: number }
  | { readonly ok: false; readonly calls: number; readonly retryAt: number | null; readonly permanent: boolean };

export type Scheduler = {
  /** Replaces all that an owner watches. */
  readonly watch: (owner: string, watches: readonly Watch[]) => void;
  /** The owner that has the keys. */
  readonly focus: (owner: string) => void;
  /** Owners that keep the pace of the keys while another has them: what stands beside it on screen. */
  readonly keepPolling: (owners: readonly string[]) => void;
  /**
   * Asks for these as soon as possible.
   *
   * @returns until when the service asked to be left alone, where it did
   */
  readonly refreshNow: (keys: Iterable<ResourceKey>) => number | null;
  readonly began: (key: ResourceKey) => void;
  /** @returns when it is tried again, after a failure of something watched; else null */
  readonly ended: (key: ResourceKey, end: Ended) => number | null;
  readonly keysOf: (owner: string) => readonly ResourceKey[];
  readonly isWatched: (key: ResourceKey) => boolean;
  /** Multiplies all intervals from now on. */
  readonly setRate: (factor: number) => void;
  /** Nothing is asked again sooner than after this time (ms), unless a person asks for it. */
  readonly setLeastInterval: (milliseconds: number) => void;
  /** Somebody looks at the screen: what was asked once, too long ago, is asked for again. */
  readonly looked: () => void;
  /** Everything that is due by now, or was asked once too long ago, is asked for once, spread over some seconds. */
  readonly resumed: () => void;
  /** Forgets everything: another profile or project. */
  readonly clear: () => void;
  readonly stop: () => void;
};

export type SchedulerNeeds = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly throttle: (key: ResourceKey) => Throttle;
  /** How many calls of the last minute leave room for one that a person asked for. */
  readonly mostByHand: (key: ResourceKey) => number;
  readonly start: (key: ResourceKey) => void;
};

/** An entry that is due, and what decides which of them is read first. */
type Due = { readonly entry: Entry; readonly due: number; readonly isFocused: boolean; readonly isAwaited: boolean };

/** No more reads than this at a time. */
const MOST_AT_ONCE = 4;
/** What was confirmed so recently is not asked for again on opening. */
const FRESH_ENOUGH = 10_000;
/** It is looked no more often than this whether something is old. */
const OLD_LOOK = 60_000;
/** A timer that fires this late has slept: the machine, or the process. */
const SLEPT = 5000;
/** A timer may be so much early by the wall clock. */
const EARLY = 100;
/** Between two reads after a pause. */
const SPREAD = 500;
/** From so many answers on, those that came together when a screen was opened do not come together again and again. */
const MANY = 100;
/** How long something off the keys waits while the budget is nearly spent. */
const SAVING = 30_000;
/** While calls are saved, it is looked so often whether they still have to be. */
const SAVING_LOOK = 10_000;
/** Waits after the first, second, … failure in a row; the last one stays. */
const BACK_OFF = [3, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1000);
const LONGEST_BACK_OFF = 300_000;

export function createScheduler({ clock, random, throttle, mostByHand, start }: SchedulerNeeds): Scheduler {
  const entries = new Map<ResourceKey, Entry>();
  /** Those of them that are being read. */
  const underWay = new Set<Entry>();
  const calls = createCallsMade();
  /** Until when the service asked to be left alone, by lane and endpoint set. */
  const blocked = new Map<string, number>();
  let focused = "main";
  let keeping: readonly string[] = [];
  let wakesAt = 0;
  /** The latest that the clock is known to have said. */
  let readAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let isStopped = false;
  /** What the table of intervals is multiplied by. */
  let rate = 1;
  let leastInterval = 0;
  /** When it was looked last whether something is old. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** The time. Each reading looks whether the clock was set back: a timer that is set by it would be late. */
  const time = (): number => {
    const now = clock.now();
    if (now < readAt) shift(now - readAt);
    readAt = now;
    return now;
  };
  const jitter = (): number => 0.9 + random() * 0.2;
  /** The second read of many is spread over more than half of their interval. */
  const firstJitter = (): number => (entries.size < MANY ? jitter() : 0.4 + random() * 0.6);
  const pollsAsFocused = (owner: string): boolean => owner === focused || keeping.includes(owner);
  const isFocused = ({ owners }: Entry): boolean => owners.keys().some(pollsAsFocused);

  const isSaving = ({ key }: Entry): boolean => throttle(key) !== "none";

  /** The time between two reads, or null where there is no next one. */
  const interval = (entry: Entry, now: number): number | null => {
    const each = [...entry.owners].flatMap(
      ([owner, { poll, since }]) => intervalOf(poll, pollsAsFocused(owner), now - since) ?? [],
    );
    if (each.length === 0) return null;
    // Faster only while there is enough to spend.
    const factor = isSaving(entry) ? Math.max(1, rate) * 2 : rate;
    return Math.max(leastInterval, Math.min(...each) * factor);
  };

  const blockOf = ({ projectKey, set }: Pick<Entry, "projectKey" | "set">): string => `${projectKey} ${set}`;
  const blockedUntil = (entry: Entry): number => blocked.get(blockOf(entry)) ?? 0;

  /** When an entry is to be read next, or null. */
  const dueAt = (entry: Entry, now: number): number | null => {
    const earliest = Math.max(entry.notBefore, blockedUntil(entry));
    if (entry.isHurried) return Math.max(now, earliest);
    if (entry.failures > 0) return entry.retryAt === null ? null : Math.max(entry.retryAt, earliest);
    if (entry.freshAt === null) return Math.max(now, earliest);
    const span = interval(entry, now);
    return span === null ? null : Math.max(entry.freshAt + span * entry.jitter, earliest);
  };

  /** The moment before which an entry is not due: what can only become later is not reckoned again. */
  const notDueBefore = (entry: Entry, now: number): number => {
    if (entry.notDueBefore !== null) return entry.notDueBefore;
    const due = dueAt(entry, now) ?? Number.POSITIVE_INFINITY;
    entry.notDueBefore = isSaving(entry) ? Math.min(due, now + SAVING_LOOK) : due;
    return entry.notDueBefore;
  };
  const reckonAnew = (): void => {
    for (const entry of entries.values()) entry.notDueBefore = null;
  };

  /** From when on there is room for a read. */
  const roomAt = ({ key, projectKey, isHurried }: Entry, now: number): number =>
    calls.roomAt(projectKey, isHurried ? mostByHand(key) : MOST_A_MINUTE, now);

  /** Sets the one timer to the next moment at which something can begin. */
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

  /** What is due, reckoned at this moment. */
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
      .sort(
        (left, right) =>
          Number(right.isFocused) - Number(left.isFocused) ||
          // What nobody has read yet, or somebody asked for, does not wait behind what is read again and again.
          Number(right.isAwaited) - Number(left.isAwaited) ||
          left.due - right.due ||
          // Pressing r again must not read the same ones anew while others wait for room under the limit.
          (left.entry.freshAt ?? 0) - (right.entry.freshAt ?? 0),
      )
      .map(({ entry }) => entry);

  const wake = (): void => {
    // It was at least this late when the timer fired, whatever the clock says by now.
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
      // A read that is under way already is joined: `began` came before, and `ended` will come.
      start(entry.key);
      // What it changes may have ended the watch.
      if (entries.get(entry.key) !== entry) continue;
      underWay.add(entry);
      entry.isByHand = entry.isHurried;
      entry.isHurried = false;
      entry.notDueBefore = null;
    }
    plan();
  };

  /** What nothing asks for again and is old by now is as if it were opened now. */
  const refreshOld = (now: number): void => {
    lookedAt = now;
    for (const entry of entries.values()) {
      if (!isOld(entry, now) || underWay.has(entry) || isSaving(entry) || interval(entry, now) !== null) continue;
      entry.isHurried = true;
      entry.notDueBefore = null;
    }
  };

  /** After a pause: what is due goes out one by one. */
  const spread = (now: number): void => {
    refreshOld(now);
    for (const [index, entry] of inOrder(now).entries()) {
      entry.notBefore = now + index * SPREAD;
      entry.notDueBefore = null;
    }
  };

  /** The wall clock was set back: everything keeps its distance from now. */
  const shift = (by: number): void => {
    for (const entry of entries.values()) shiftEntry(entry, by);
    for (const [set, until] of blocked) blocked.set(set, until + by);
    calls.shift(by);
    lookedAt += by;
    wakesAt += by;
    readAt += by;
  };

  const enter = ({ key, projectKey, set, freshAt }: Watch): Entry => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = {
      key,
      projectKey,
      set,
      owners: new Map(),
      freshAt,
      failures: 0,
      retryAt: null,
      isHurried: false,
      isByHand: false,
      notBefore: 0,
      jitter: jitter(),
      notDueBefore: null,
    };
    entries.set(key, entry);
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
    refreshNow: (keys) => {
      const now = time();
      let blockedFor = 0;
      for (const key of keys) {
        const entry = entries.get(key);
        if (entry === undefined) continue;
        entry.isHurried = true;
        entry.notBefore = 0;
        entry.notDueBefore = null;
        blockedFor = Math.max(blockedFor, blockedUntil(entry));
      }
      plan();
      return blockedFor > now ? blockedFor : null;
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
        Object.assign(entry, { freshAt: now, failures: 0, retryAt: null, notBefore: 0 });
        plan();
        return null;
      }
      if (entry.failures === 0 || !entry.isByHand) entry.failures += 1;
      const span = interval(entry, now);
      const step = end.permanent ? LONGEST_BACK_OFF : (BACK_OFF[entry.failures - 1] ?? LONGEST_BACK_OFF);
      // Off the keys nothing comes back sooner than its pace, however young the failure is.
      const wait = Math.max(isFocused(entry) ? leastInterval : (span ?? 0), step) * entry.jitter;
      // The others of its set are not due before then either: that is later, and is seen when they are.
      if (end.retryAt !== null) blocked.set(blockOf(entry), Math.max(blockedUntil(entry), end.retryAt));
      entry.retryAt = end.permanent && span === null ? null : Math.max(now + wait, blockedUntil(entry));
      plan();
      return entry.retryAt;
    },
    keysOf: (owner) => [...entries.values()].filter((entry) => entry.owners.has(owner)).map(({ key }) => key),
    isWatched: (key) => entries.has(key),
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
      blocked.clear();
      plan();
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}
