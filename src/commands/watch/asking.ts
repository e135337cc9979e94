import { MINUTE, SECOND } from "../../text/durations.ts";
import type { Unattended } from "../show/unattended.ts";

/**
 * How a watch asks: at the pace of the pane with the keys, because somebody waits. What the console asks for once, when it is opened, is
 * asked again each minute, or less often where that is much.
 */

/** For each question that has no pace of its own, so long. */
const EACH = 2 * SECOND;

/** The screen's time moves in such steps: countdowns and ages in conditions are as exact. */
const STEP = 5 * SECOND;

/** Asks until it is ended. Its timer keeps the process alive. @param every the least time between two reads of the same (ms) */
export function keepAsking({ store, questions }: Unattended, every: number): () => void {
  store.resources.keepPace(["main"]);
  store.resources.setLeastInterval(every);
  let askedAt = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    store.setState({ minute: now });
    const once = questions().filter(({ pace }) => pace === "once");
    const wait = Math.max(every, MINUTE, once.length * EACH);
    // A clock that was set back does not stop it.
    if (now >= askedAt && now - askedAt < wait) return;
    askedAt = now;
    if (once.length > 0) void store.resources.refresh("main", once);
  }, STEP);
  return () => clearInterval(timer);
}
