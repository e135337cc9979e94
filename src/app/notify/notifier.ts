import { queriesKey } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import { activeSubscriptions, type Subscription } from "../../state/subscriptions.ts";
import type { Progress } from "../../terminal/notification.ts";
import { areSameIn } from "../../text/same-items.ts";
import type { App } from "../app.ts";
import { instead } from "../guard.ts";
import { nameOfRow } from "../list/row-name.ts";
import { createEvaluator, type Outcome } from "./evaluate.ts";
import { formatNotification } from "./words.ts";

/** Notifies the person once a subscribed condition is met. */

export type Notifying = {
  /** Notifies by bell, desktop notification and the person's own command. */
  readonly tell: (text: string) => void;
  /** Shows the progress of the awaited job in the tab of the terminal. */
  readonly progress: (progress: Progress) => void;
};

const NO_PROGRESS: Progress = { kind: "none" };

/** Owner of these queries for the scheduler. */
const OWNER = "subscriptions";

/** Progress of the job with the oldest subscription; only things have progress. */
function progressOf(waiting: readonly { readonly subscription: Subscription; readonly outcome: Outcome }[]): Progress {
  for (const { subscription, outcome } of waiting.toReversed()) {
    if (subscription.about !== "thing" || outcome.values === null || outcome.values["ended"] !== false) continue;
    const done = outcome.values["progress"];
    return {
      kind: "running",
      percent: typeof done === "number" ? Math.round(100 * Math.min(1, Math.max(0, done))) : null,
    };
  }
  return NO_PROGRESS;
}

const isSame = (one: Progress, other: Progress): boolean =>
  one.kind === other.kind && (one.kind === "none" || (other.kind === "running" && one.percent === other.percent));

/** Watches until the returned function is called. Without subscriptions it requests and evaluates nothing. */
export function startNotifier(app: App, { tell, progress }: Notifying): () => void {
  const { store } = app;
  const evaluator = createEvaluator(app);
  /** The reason that was given for each subscription that cannot be judged: it is given once. */
  const explained = new Map<string, string>();
  let current: Progress = NO_PROGRESS;
  let isAsking = false;
  /** The watched queries and the session's generation: a new generation has dropped them. */
  let watchedKey = "";

  const show = (next: Progress): void => {
    if (isSame(next, current)) return;
    current = next;
    progress(next);
  };

  const say = (subscription: Subscription, outcome: Exclude<Outcome, { readonly kind: "waiting" }>): void => {
    if (outcome.kind === "unknown") {
      if (explained.get(subscription.id) === outcome.why) return;
      explained.set(subscription.id, outcome.why);
    }
    const { label } = app.areas.of(subscription.area);
    const list = app.selectors.list(store.getState());
    const isHere = list !== null && list.area.id === subscription.area;
    const text = formatNotification(subscription, outcome, label, (id) => (isHere ? nameOfRow(list, id) : null));
    const isBad = outcome.kind !== "met" || outcome.values?.["failed"] === true;
    // A subscription to new rows stays, and one that may be judged later; all others end after one notification.
    if (outcome.kind === "over" || (outcome.kind === "met" && subscription.about !== "rows")) {
      store.subscriptions.end(subscription.id);
    }
    store.notices.say(isBad ? "warning" : "good", text);
    tell(text);
  };

  const look = (state: ConsoleState): void => {
    const wanted = activeSubscriptions(state.subscriptions);
    if (wanted.length === 0 && !isAsking) return;
    isAsking = wanted.length > 0;
    const outcomes = wanted.map((subscription) => ({ subscription, outcome: evaluator.outcome(state, subscription) }));
    show(progressOf(outcomes));
    const queries = evaluator.queries(state, wanted);
    const key = `${state.session.epoch}|${queriesKey(queries)}`;
    if (key !== watchedKey) store.resources.watch(OWNER, queries);
    watchedKey = key;
    for (const { subscription, outcome } of outcomes) if (outcome.kind !== "waiting") say(subscription, outcome);
  };

  let isLooking = false;
  const guarded = (): void => {
    // Notifying changes the store, whose changes call this again.
    if (isLooking) return;
    isLooking = true;
    app.guard("Notifications", () => look(store.getState()), instead(undefined));
    isLooking = false;
  };
  guarded();
  const stop = store.subscribe((state, before) => {
    if (!areSameIn(state, before, "resources", "subscriptions", "session", "samples", "minute")) guarded();
  });
  return () => {
    stop();
    show(NO_PROGRESS);
  };
}
