import { MINUTE } from "../../text/durations.ts";

/** Calls of the last minute by rate-limit key: a project or an organisation (`domain.md` 1.5). Times in ms. */
type RecentCalls = {
  readonly add: (projectKey: string, calls: number, now: number) => void;
  /** Earliest time for one more call under a limit of `most` calls a minute. */
  readonly roomAt: (projectKey: string, most: number, now: number) => number;
  /** Call after the wall clock was set: moves all recorded times along. */
  readonly shift: (by: number) => void;
};

export function createRecentCalls(): RecentCalls {
  const made = new Map<string, readonly number[]>();

  const recentOf = (projectKey: string, now: number): number[] =>
    (made.get(projectKey) ?? []).filter((at) => at > now - MINUTE);

  return {
    add: (projectKey, calls, now) => {
      const recent = recentOf(projectKey, now);
      for (let call = 0; call < calls; call += 1) recent.push(now);
      made.set(projectKey, recent);
    },
    roomAt: (projectKey, most, now) => {
      if ((made.get(projectKey) ?? []).length < most) return now;
      const recent = recentOf(projectKey, now);
      made.set(projectKey, recent);
      const over = recent[recent.length - most];
      return over === undefined ? now : over + MINUTE;
    },
    shift: (by) => {
      for (const [projectKey, times] of made)
        made.set(
          projectKey,
          times.map((at) => at + by),
        );
    },
  };
}
