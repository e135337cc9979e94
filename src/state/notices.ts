import { isWithin } from "../text/durations.ts";
import { bounded, type Core } from "./core.ts";

type NoticeTone = "info" | "good" | "warning" | "bad";

/** One line for the person, shown for some seconds and kept in the log (`L`). */
export type Notice = {
  readonly id: number;
  readonly tone: NoticeTone;
  readonly text: string;
  /** Local clock, ms. */
  readonly at: number;
  /** Number of times the same text came in a row. */
  readonly count: number;
  /** Subject of the notice, if it can become obsolete: `retract` removes it then. */
  readonly about?: string;
};

type NoticesState = {
  /** The notice in the hint line. */
  readonly current: Notice | null;
  readonly waiting: readonly Notice[];
  /** Newest last; bounded. */
  readonly log: readonly Notice[];
};

export type NoticesSlice = { readonly notices: NoticesState };

type NoticeOptions = { readonly about?: string };

export type NoticeActions = {
  readonly say: (tone: NoticeTone, text: string, options?: NoticeOptions) => void;
  readonly dismiss: () => void;
  /** Removes notices about something that is no longer so, read or not; the log keeps them. */
  readonly retract: (about: string) => void;
  /** Removes the notice of the previous screen, if it was visible long enough to be read. */
  readonly leave: () => void;
};

export const NO_NOTICES: NoticesState = { current: null, waiting: [], log: [] };

/** Display time of a notice, in ms: longer for bad news, short for all while others wait. */
const SHOWN_FOR: Readonly<Record<NoticeTone, number>> = { info: 4000, good: 4000, warning: 7000, bad: 10_000 };
const SHOWN_IN_A_QUEUE = 2000;
/** Bad news replace good news after this time (ms): bad news often answer the key just pressed. */
const READ_IN = 800;

/** Shortest time to read a text, in ms: a glance, and some time per letter. */
const readingTime = (text: string): number => 500 + 25 * text.length;

const isUrgent = (tone: NoticeTone): boolean => tone === "warning" || tone === "bad";

export const MOST_NOTICES_LOGGED = 200;
/** A longer queue means that something is wrong with the console; the oldest notices are in the log anyway. */
const LONGEST_QUEUE = 5;

/** @typeParam Frozen the state at the time the screen was frozen */
export function createNotices<Frozen extends NoticesSlice>(
  core: Pick<Core<NoticesSlice & { readonly displayed: Frozen | null }>, "get" | "set" | "clock">,
): NoticeActions {
  let lastId = 0;
  let shownSince = 0;
  let cancel: (() => void) | undefined;

  const pending = (): readonly Notice[] => {
    const { current, waiting } = core.get().notices;
    return current === null ? [] : [current, ...waiting];
  };

  /** True when the current notice is good news and was visible long enough to be read. */
  const isRead = (): boolean => {
    const { current } = core.get().notices;
    return current !== null && !isUrgent(current.tone) && !isWithin(READ_IN, shownSince, core.clock.now());
  };

  const show = ([first, ...waiting]: readonly Notice[], log: readonly Notice[]): void => {
    if (first?.id !== core.get().notices.current?.id) shownSince = core.clock.now();
    const notices = { current: first ?? null, waiting, log };
    const { displayed } = core.get();
    // A frozen screen shows notices too: they answer keys.
    core.set({ notices, ...(displayed === null ? {} : { displayed: { ...displayed, notices } }) });
    cancel?.();
    cancel = undefined;
    if (first === undefined) return;
    const span = waiting.length > 0 ? SHOWN_IN_A_QUEUE : SHOWN_FOR[first.tone];
    cancel = core.clock.after(Math.min(span, Math.max(0, shownSince + span - core.clock.now())), next);
  };

  const next = (): void => show(pending().slice(1), core.get().notices.log);

  return {
    say: (tone, text, { about } = {}) => {
      const { log } = core.get().notices;
      const at = core.clock.now();
      const last = log.at(-1);
      // Repeated text becomes one notice with a count: a flapping network must not fill the log.
      const isAgain = last !== undefined && last.text === text && last.tone === tone;
      if (!isAgain) lastId += 1;
      const notice: Notice = isAgain
        ? { ...last, at, count: last.count + 1 }
        : { id: lastId, tone, text, at, count: 1, ...(about === undefined ? {} : { about }) };
      const shown = isUrgent(tone) && isRead() ? pending().slice(1) : pending();
      show(
        shown.some(({ id }) => id === notice.id)
          ? shown.map((each) => (each.id === notice.id ? notice : each))
          : bounded(shown, notice, LONGEST_QUEUE),
        bounded(isAgain ? log.slice(0, -1) : log, notice, MOST_NOTICES_LOGGED),
      );
    },
    retract: (about) => {
      const left = pending().filter((each) => each.about !== about);
      if (left.length < pending().length) show(left, core.get().notices.log);
    },
    leave: () => {
      const { current, log } = core.get().notices;
      if (current === null || isWithin(readingTime(current.text), shownSince, core.clock.now())) return;
      show(pending().slice(1), log);
    },
    dismiss: next,
  };
}
