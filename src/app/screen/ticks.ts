import { weakMapMemoize } from "reselect";
import type { Screen } from "../../areas/model/area.ts";
import type { Context } from "../../areas/model/context.ts";
import { waitForTick } from "../../domain/countdown.ts";
import { serverNow } from "../../state/session/session.ts";
import { MINUTE } from "../../text/durations.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { App } from "../app.ts";
import { instead } from "../guard.ts";
import { isOutdated, nextAge } from "./freshness.ts";
import { queriesOf } from "./scope.ts";

/**
 * Redraws the screen because time has passed: every minute, and every second only while something on it is in its last minute (`design.md`, time on
 * screen). Between ticks nothing is written.
 */

type Timers = {
  /** This machine's time in ms. */
  readonly now: () => number;
  /** Runs a function later; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

/**
 * Time until the next tick (ms of this machine), for the countdowns on screen (`ends`, ms of the service).
 *
 * @param outdated confirmation times of outdated data (ms of this machine), whose displayed age changes
 */
export function waitOf(
  ends: readonly number[],
  times: { readonly local: number; readonly server: number; readonly speed: number },
  outdated: readonly number[] = [],
): number {
  const wait = waitForTick(ends, times.server, times.speed);
  const older = nextAge(outdated, times.local);
  return Math.max(1, Math.min(MINUTE - (times.local % MINUTE), wait ?? MINUTE, older ?? MINUTE));
}

/** Countdowns of an area; memoized while its context is the same, as most answers change nothing. */
const endsIn = weakMapMemoize(
  (screen: Screen, context: Context): readonly number[] => screen.endTimes?.(context) ?? [],
);

/** Countdowns of the current screen: those of its area, and after a failure the next try. */
const endsOf = (app: App): readonly number[] => app.guard("Countdowns", () => allEnds(app), instead([]));

/** Confirmation times of outdated data on screen. */
const outdatedOf = (app: App): readonly number[] => app.guard("Ages", () => outdatedTimes(app), instead([]));

function outdatedTimes({ store, selectors }: App): readonly number[] {
  const state = store.getState();
  const list = selectors.list(state);
  const sections = selectors.sectionFreshness(state, list).map(({ fresh }) => fresh);
  return [selectors.freshness(state, list), selectors.thingFreshness(state, list), ...sections].flatMap((fresh) =>
    isOutdated(fresh) && fresh.asOf !== null ? [fresh.asOf] : [],
  );
}

function allEnds(app: App): readonly number[] {
  const state = app.store.getState();
  const list = app.selectors.list(state);
  const tries = [app.selectors.freshness(state, list), app.selectors.thingFreshness(state, list)].flatMap(
    ({ nextTryAt }) => (nextTryAt === null ? [] : serverNow(state, nextTryAt)),
  );
  if (list?.screen.endTimes === undefined) return tries;
  const context = app.selectors.context(state, queriesOf(list.screen, list.scope));
  return context === null ? tries : [...tries, ...endsIn(list.screen, context)];
}

/** The minute of the screen is never this far from now (ms) while each tick comes. */
const MISSED = 2 * MINUTE;

/** Ticks until the returned function is called. Countdowns in new answers count from their arrival. */
export function startTicks(app: App, { now, after }: Timers): () => void {
  let stopTimer = (): void => undefined;
  let ends: readonly number[] = [];
  let outdated: readonly number[] = [];

  const arm = (): void => {
    const state = app.store.getState();
    const local = now();
    const speed = state.session.serverClock?.speed ?? 1;
    ends = endsOf(app);
    outdated = outdatedOf(app);
    stopTimer();
    stopTimer = after(waitOf(ends, { local, server: serverNow(state, local), speed }, outdated), () => {
      app.store.setState({ minute: now() });
      arm();
    });
  };

  const stopFollowing = app.store.subscribe((state, before) => {
    const isOtherClock = state.session.serverClock !== before.session.serverClock;
    const isOther = state.resources !== before.resources || state.navigation.place !== before.navigation.place;
    if (!isOther && !isOtherClock) return;
    // The machine slept, or its clock was set: new answers must not be judged by a time of before.
    const local = now();
    if (Math.abs(local - state.minute) > MISSED) app.store.setState({ minute: local });
    const isSame = areSameItems(endsOf(app), ends) && areSameItems(outdatedOf(app), outdated);
    if (!isSame || isOtherClock) arm();
  });
  arm();
  return () => {
    stopFollowing();
    stopTimer();
  };
}
