/**
 * When answers are asked for: the poll intervals with their jitter, back-off and throttling, what a service asks for, and no burst after a
 * pause, with the clock in the test's hand.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { POLL_INTERVALS, type PollInterval, RATES } from "../../src/state/answers/poll-intervals.ts";
import { createScheduler, type Ended, type Scheduler } from "../../src/state/answers/scheduler.ts";
import { MOST_A_MINUTE, type Throttle } from "../../src/state/session/budget.ts";
import { FakeClock } from "./fake-clock.ts";

type Start = { readonly key: string; readonly at: number };
type Simulation = {
  readonly clock: FakeClock;
  readonly scheduler: Scheduler;
  readonly starts: readonly Start[];
  /** The most reads that were under way at a time. */
  readonly mostAtOnce: () => number;
  /** How the next reads end. */
  outcome: (key: string) => Ended;
  throttle: Throttle;
  mostByHand: number;
  /** How long a read takes, in ms. */
  takes: number;
};

const DONE: Ended = { ok: true, calls: 1 };
const FAILED: Ended = { ok: false, calls: 1, retryAt: null, permanent: false };
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function simulation(random: () => number = () => 0.5): Simulation {
  const clock = new FakeClock();
  const starts: Start[] = [];
  const underWay = new Set<string>();
  let mostAtOnce = 0;
  const scheduler = createScheduler({
    clock,
    random,
    throttle: () => it.throttle,
    mostByHand: () => it.mostByHand,
    start: (key) => {
      if (underWay.has(key)) throw new Error(`${key} is asked for twice at a time`);
      starts.push({ key, at: clock.now() });
      underWay.add(key);
      mostAtOnce = Math.max(mostAtOnce, underWay.size);
      scheduler.began(key);
      clock.after(it.takes, () => {
        underWay.delete(key);
        scheduler.ended(key, it.outcome(key));
      });
    },
  });
  const it: Simulation = {
    clock,
    scheduler,
    starts,
    mostAtOnce: () => mostAtOnce,
    outcome: () => DONE,
    throttle: "none",
    mostByHand: MOST_A_MINUTE,
    takes: 50,
  };
  return it;
}

const watch = (key: string, poll: PollInterval, projectKey = "project", set = "alerts") => ({
  key,
  poll,
  projectKey,
  set,
  freshAt: null,
});
const intervals = (starts: readonly Start[]): readonly number[] =>
  starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0));
const busiestMinute = (starts: readonly Start[]): number =>
  Math.max(0, ...starts.map(({ at }) => starts.filter((other) => other.at >= at && other.at < at + MINUTE).length));

const intervalNames = Object.keys(POLL_INTERVALS).filter((name): name is PollInterval =>
  Object.hasOwn(POLL_INTERVALS, name),
);

describe("the table of paces", () => {
  test.each(intervalNames)("%s, with and without the keys", async (poll) => {
    const { focused, unfocused, first } = POLL_INTERVALS[poll];
    for (const [owner, seconds] of [
      ["main", focused],
      ["side", unfocused],
    ] as const) {
      let seed = 0;
      const { scheduler, clock, starts } = simulation(() => {
        seed = (seed + 0.37) % 1;
        return seed;
      });
      scheduler.watch(owner, [watch("answer", poll)]);
      await clock.advance(2 * HOUR);
      if (seconds === null) {
        expect(starts).toHaveLength(1);
        continue;
      }
      const settled = starts.filter(({ at }) => at >= (starts[0]?.at ?? 0) + 200 * SECOND);
      expect(settled.length).toBeGreaterThan(5);
      for (const gap of intervals(settled)) {
        expect(gap).toBeGreaterThanOrEqual(seconds * 0.9 * SECOND);
        expect(gap).toBeLessThanOrEqual(seconds * 1.1 * SECOND + 50);
      }
      expect(new Set(intervals(settled)).size).toBeGreaterThan(1);
      if (owner === "main" && first !== undefined) {
        expect(intervals(starts)[0]).toBeLessThanOrEqual(first.every * 1.1 * SECOND + 50);
      }
    }
  });

  test.each([
    ["slower", 40],
    ["normal", 20],
    ["faster", 10],
  ] as const)(
    "as a person wants it: %s, from that moment on, and never faster while the budget is short",
    async (rate, seconds) => {
      const it = simulation();
      it.scheduler.watch("main", [watch("answer", "alerts")]);
      await it.clock.advance(MINUTE);
      it.scheduler.setRate(RATES[rate]);
      const before = it.starts.length;
      await it.clock.advance(10 * MINUTE);
      const waits = intervals(it.starts.slice(before));
      expect(waits.every((gap) => Math.abs(gap - seconds * SECOND) <= SECOND)).toBe(true);
      it.throttle = "halved";
      const short = it.starts.length;
      await it.clock.advance(10 * MINUTE);
      const least = Math.max(1, RATES[rate]) * 40 * SECOND;
      expect(intervals(it.starts.slice(short + 1)).every((gap) => gap >= least)).toBe(true);
    },
  );

  test("many answers that came together are not asked for together again", async () => {
    let seed = 0;
    const { scheduler, clock, starts } = simulation(() => {
      seed = (seed + 0.37) % 1;
      return seed;
    });
    const answers = Array.from({ length: 300 }, (_, at) => watch(`answer-${at}`, "overview-jobs", `project-${at}`));
    scheduler.watch("main", answers);
    await clock.advance(10 * SECOND);
    expect(starts).toHaveLength(300);
    await clock.advance(10 * MINUTE);
    const busiestSecond = (from: number, to: number): number => {
      const seconds = starts.flatMap(({ at }) => (at >= from && at < to ? [Math.floor(at / SECOND)] : []));
      return Math.max(
        ...new Map(seconds.map((second) => [second, seconds.filter((each) => each === second).length])).values(),
      );
    };
    const first = starts[0]?.at ?? 0;
    expect(busiestSecond(first, first + 10 * SECOND)).toBeGreaterThan(60);
    expect(busiestSecond(first + 10 * SECOND, first + 10 * MINUTE)).toBeLessThan(14);
  });

  test("many answers that fail wait as long as a few do", async () => {
    const it = simulation(() => 0);
    it.outcome = () => FAILED;
    const answers = Array.from({ length: 300 }, (_, at) => watch(`answer-${at}`, "overview-jobs", `project-${at}`));
    it.scheduler.watch("main", answers);
    await it.clock.advance(30 * SECOND);
    const first = it.starts.filter(({ key }) => key === "answer-0");
    expect(first.length).toBeGreaterThan(1);
    expect(intervals(first)[0]).toBeGreaterThanOrEqual(0.9 * 3 * SECOND);
  });

  test("an answer that several watch goes at the pace of the quickest", async () => {
    const { scheduler, clock, starts } = simulation();
    scheduler.watch("main", [watch("answer", "search-nodes")]);
    scheduler.watch("badge", [watch("answer", "alerts")]);
    await clock.advance(10 * MINUTE);
    expect(intervals(starts).every((gap) => gap > 13 * SECOND && gap < 17 * SECOND)).toBe(true);
    scheduler.watch("main", []);
    const before = starts.length;
    await clock.advance(10 * MINUTE);
    expect(starts.length - before).toBeGreaterThanOrEqual(9);
    expect(starts.length - before).toBeLessThanOrEqual(11);
  });

  test("the keys going to and fro ask for nothing twice", async () => {
    const { scheduler, clock, starts } = simulation();
    scheduler.watch("main", [watch("list", "alerts")]);
    scheduler.watch("side", [watch("detail", "alerts")]);
    for (let turn = 0; turn < 600; turn += 1) {
      scheduler.focus(turn % 2 === 0 ? "side" : "main");
      await clock.advance(SECOND);
    }
    expect(intervals(starts.filter(({ key }) => key === "list")).every((gap) => gap >= 18 * SECOND)).toBe(true);
  });

  test("what stands beside what has the keys keeps their pace, and only as long as it does", async () => {
    const { clock, scheduler, starts } = simulation();
    const { focused, unfocused } = POLL_INTERVALS.alerts;
    scheduler.watch("main", [watch("list", "alerts")]);
    scheduler.focus("side");
    scheduler.keepPolling(["main"]);
    await clock.advance(10 * MINUTE);
    for (const gap of intervals(starts)) expect(gap).toBeLessThanOrEqual((focused ?? 0) * SECOND * 1.2);
    scheduler.keepPolling([]);
    const before = starts.length;
    await clock.advance(10 * MINUTE);
    for (const gap of intervals(starts.slice(before)))
      expect(gap).toBeGreaterThanOrEqual((unfocused ?? 0) * SECOND * 0.9);
  });

  test("what is watched again with another pace keeps its schedule", async () => {
    const { scheduler, clock, starts } = simulation();
    scheduler.watch("main", [watch("job", "job")]);
    await clock.advance(MINUTE);
    const before = starts.length;
    scheduler.watch("main", [watch("job", "once")]);
    await clock.advance(HOUR);
    expect(starts).toHaveLength(before);
  });

  test("saying again what is watched does not make it new", async () => {
    const { scheduler, clock, starts } = simulation();
    for (let turn = 0; turn < 120; turn += 1) {
      scheduler.watch("main", [watch("index", "index-build")]);
      await clock.advance(5 * SECOND);
    }
    const settled = starts.filter(({ at }) => at > (starts[0]?.at ?? 0) + 2 * MINUTE);
    expect(Math.min(...intervals(settled))).toBeGreaterThanOrEqual(9 * SECOND);
  });

  test("what nobody watches any more is not asked for", async () => {
    const { scheduler, clock, starts } = simulation();
    scheduler.watch("main", [watch("list", "alerts")]);
    await clock.advance(0);
    scheduler.watch("main", []);
    await clock.advance(HOUR);
    expect(starts).toHaveLength(1);
    expect(clock.timers).toBeLessThanOrEqual(1);
  });
});

test("whatever is watched, a project is never asked more than its share in a minute, and four at a time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          owner: fc.constantFrom("main", "side", "badge", "pins"),
          poll: fc.constantFrom(...intervalNames),
          projectKey: fc.constantFrom("project-1", "project-2"),
        }),
        { minLength: 1, maxLength: 120 },
      ),
      fc.integer({ min: 10, max: 5000 }),
      fc.constantFrom<Throttle>("none", "halved", "focused-only"),
      fc.func(fc.integer({ min: 0, max: 9 })),
      async (wanted, takes, throttle, fails) => {
        const it = simulation();
        it.takes = takes;
        it.throttle = throttle;
        it.outcome = (key) => (fails(`${key} ${it.starts.length}`) < 2 ? FAILED : DONE);
        const keyed = wanted.map((each, index) => ({ ...each, key: `${each.projectKey} ${index}` }));
        for (const owner of ["main", "side", "badge", "pins"]) {
          const mine = keyed.filter((each) => each.owner === owner);
          it.scheduler.watch(
            owner,
            mine.map(({ key, poll, projectKey }) => watch(key, poll, projectKey)),
          );
        }
        await it.clock.advance(4 * MINUTE);
        for (const projectKey of ["project-1", "project-2"]) {
          const starts = it.starts.filter(({ key }) => key.startsWith(projectKey));
          expect(busiestMinute(starts)).toBeLessThanOrEqual(MOST_A_MINUTE);
        }
        expect(it.mostAtOnce()).toBeLessThanOrEqual(4);
        const first = new Set(it.starts.map(({ key }) => key));
        if (takes < 1000) expect(first.size).toBe(keyed.length);
      },
    ),
    { numRuns: 40 },
  );
});

test("the hundredth call of a minute is the last, whatever is waiting", async () => {
  const it = simulation();
  it.scheduler.watch("side", [watch("first", "once")]);
  await it.clock.advance(SECOND);
  it.scheduler.watch(
    "main",
    Array.from({ length: 250 }, (_, index) => watch(`list ${index}`, "once")),
  );
  await it.clock.advance(50 * SECOND);
  expect(it.starts).toHaveLength(MOST_A_MINUTE);
  // A read that a person asks for waits for its turn without a message.
  expect(it.scheduler.refreshNow(["list 249"])).toBeNull();
  await it.clock.advance(3 * MINUTE);
  expect(it.starts).toHaveLength(251);
  expect(busiestMinute(it.starts)).toBe(MOST_A_MINUTE);
});

test("what a person asks for has more room where the service tells that there is", async () => {
  const it = simulation();
  it.mostByHand = 300;
  const keys = Array.from({ length: 90 }, (_, index) => `list ${index}`);
  it.scheduler.watch(
    "main",
    keys.map((key) => watch(key, "once")),
  );
  for (let pressed = 0; pressed < 5; pressed += 1) {
    await it.clock.advance(2 * SECOND);
    it.scheduler.refreshNow(keys);
  }
  await it.clock.advance(10 * SECOND);
  expect(it.starts).toHaveLength(300);
  await it.clock.advance(2 * MINUTE);
  expect(busiestMinute(it.starts)).toBe(300);
});

test("asking by hand once more does not have the next read by itself wait longer", async () => {
  const it = simulation();
  it.outcome = () => FAILED;
  it.scheduler.watch("main", [watch("list", "alerts")]);
  await it.clock.advance(SECOND);
  for (let pressed = 0; pressed < 20; pressed += 1) {
    it.scheduler.refreshNow(["list"]);
    await it.clock.advance(200);
  }
  const before = it.starts.length;
  await it.clock.advance(4 * SECOND);
  expect(it.starts.length).toBe(before + 1);
});

test("pages count as calls", async () => {
  const it = simulation();
  it.outcome = () => ({ ok: true, calls: 20 });
  it.scheduler.watch(
    "main",
    Array.from({ length: 20 }, (_, index) => watch(`list ${index}`, "once")),
  );
  await it.clock.advance(50 * SECOND);
  // Four are under way before anybody knows how long their lists are.
  expect(it.starts.length).toBeLessThanOrEqual(8);
  await it.clock.advance(10 * MINUTE);
  expect(it.starts).toHaveLength(20);
});

describe("after a failure", () => {
  test("it waits longer and longer, says until when, and is quick again once it works", async () => {
    const it = simulation();
    it.outcome = () => FAILED;
    it.scheduler.watch("main", [watch("list", "alerts")]);
    await it.clock.advance(HOUR);
    const waits = intervals(it.starts).map((gap) => Math.round(gap / SECOND));
    expect(waits.slice(0, 8)).toEqual([3, 10, 20, 40, 80, 160, 300, 300]);
    it.outcome = () => DONE;
    await it.clock.advance(6 * MINUTE);
    const before = it.starts.length;
    await it.clock.advance(10 * MINUTE);
    expect(it.starts.length - before).toBeGreaterThanOrEqual(29);
  });

  test("nothing off the keys comes back sooner than its pace", async () => {
    const it = simulation();
    it.outcome = () => FAILED;
    it.scheduler.watch("badge", [watch("list", "alerts")]);
    await it.clock.advance(HOUR);
    expect(Math.min(...intervals(it.starts))).toBeGreaterThanOrEqual(54 * SECOND);
  });

  test("what the service refuses for good is not asked for again by itself when it was wanted once", async () => {
    const it = simulation();
    it.outcome = () => ({ ok: false, calls: 1, retryAt: null, permanent: true });
    it.scheduler.watch("main", [watch("record", "once")]);
    await it.clock.advance(HOUR);
    expect(it.starts).toHaveLength(1);
    it.scheduler.refreshNow(["record"]);
    await it.clock.advance(0);
    expect(it.starts).toHaveLength(2);
  });

  test("the service is left alone as long as it asks, by a person's key too", async () => {
    const it = simulation();
    const until = it.clock.now() + 55 * SECOND;
    it.outcome = () => ({ ok: false, calls: 1, retryAt: until, permanent: false });
    it.scheduler.watch("main", [watch("list", "alerts")]);
    await it.clock.advance(SECOND);
    expect(it.scheduler.refreshNow(["list"], "person")).toEqual({ until, readAt: until });
    await it.clock.advance(53 * SECOND);
    expect(it.starts).toHaveLength(1);
    await it.clock.advance(2 * SECOND);
    expect(it.starts).toHaveLength(2);
  });

  test("a person is not kept waiting for a day, and asks once a minute at most", async () => {
    const it = simulation();
    const until = it.clock.now() + 24 * HOUR;
    it.outcome = () => ({ ok: false, calls: 1, retryAt: until, permanent: false });
    it.scheduler.watch("main", [watch("list", "alerts"), watch("other", "alerts")]);
    await it.clock.advance(HOUR);
    expect(it.starts).toHaveLength(2);
    for (let pressed = 0; pressed < 120; pressed += 1) {
      it.scheduler.refreshNow(["list", "other"], "person");
      await it.clock.advance(SECOND);
    }
    const first = it.starts.slice(2);
    expect(first.length).toBeGreaterThan(1);
    expect(first.length).toBeLessThanOrEqual(4);
    await it.clock.advance(HOUR);
    const pressed = it.starts.length;
    it.scheduler.refreshNow(["list"]);
    await it.clock.advance(HOUR);
    expect(it.starts).toHaveLength(pressed);
    it.outcome = () => DONE;
    expect(it.scheduler.refreshNow(["list"], "person")).toEqual({ until, readAt: it.clock.now() });
    await it.clock.advance(MINUTE);
    expect(it.starts.slice(pressed).filter(({ key }) => key === "other").length).toBeGreaterThan(0);
  });
});

test("what the service limits is left alone for all of its endpoint set, and for no other", async () => {
  const it = simulation();
  const until = it.clock.now() + 5 * MINUTE;
  it.outcome = (key) => (key === "open" ? { ok: false, calls: 1, retryAt: until, permanent: false } : DONE);
  it.scheduler.watch("main", [
    watch("open", "alerts"),
    watch("tracking", "alerts"),
    watch("backup", "job", "project", "backup"),
  ]);
  await it.clock.advance(4 * MINUTE);
  const of = (key: string): number => it.starts.filter((start) => start.key === key).length;
  expect([of("open"), of("tracking")]).toEqual([1, 1]);
  expect(of("backup")).toBeGreaterThan(10);
  it.outcome = () => DONE;
  await it.clock.advance(2 * MINUTE);
  expect(of("open")).toBeGreaterThan(1);
  expect(of("tracking")).toBeGreaterThan(1);
});

describe("while the budget is scarce", () => {
  test("intervals double below a quarter", async () => {
    const it = simulation();
    it.throttle = "halved";
    it.scheduler.watch("main", [watch("list", "alerts")]);
    await it.clock.advance(HOUR);
    expect(Math.min(...intervals(it.starts))).toBeGreaterThanOrEqual(36 * SECOND);
    expect(Math.max(...intervals(it.starts))).toBeLessThanOrEqual(45 * SECOND);
  });

  test("only what has the keys goes on below a tenth, and the rest comes back with the budget", async () => {
    const it = simulation();
    it.scheduler.watch("main", [watch("list", "alerts")]);
    it.scheduler.watch("badge", [watch("badge", "alerts")]);
    await it.clock.advance(SECOND);
    it.throttle = "focused-only";
    await it.clock.advance(HOUR);
    const of = (key: string): number => it.starts.filter((start) => start.key === key).length;
    expect(of("list")).toBeGreaterThan(80);
    expect(of("badge")).toBe(1);
    it.throttle = "none";
    await it.clock.advance(2 * MINUTE);
    expect(of("badge")).toBeGreaterThanOrEqual(2);
  });
});

describe("after a pause", () => {
  const many = Array.from({ length: 20 }, (_, index) => watch(`list ${index}`, "alerts"));

  test.each([
    ["a machine's sleep", (it: Simulation): void => it.clock.sleep(8 * HOUR)],
    [
      "a stop that is told of",
      (it: Simulation): void => {
        it.clock.sleep(8 * HOUR);
        it.scheduler.resumed();
      },
    ],
  ])("of %s, everything is asked for once, spread", async (_what, pause) => {
    const it = simulation();
    it.scheduler.watch("main", many);
    await it.clock.advance(5 * MINUTE);
    const before = it.starts.length;
    pause(it);
    const awake = it.clock.now();
    await it.clock.advance(30 * SECOND);
    const after = it.starts.slice(before).filter(({ at }) => at < awake + 15 * SECOND);
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
    expect(after.length).toBeGreaterThan(10);
    const spread = it.starts.slice(before);
    expect(new Set(spread.map(({ key }) => key)).size).toBe(20);
    for (const { at } of spread) {
      expect(spread.filter((other) => other.at >= at && other.at < at + 2 * SECOND).length).toBeLessThanOrEqual(5);
    }
  });

  test("a person's key does not wait its turn", async () => {
    const it = simulation();
    it.scheduler.watch("main", many);
    await it.clock.advance(5 * MINUTE);
    it.clock.sleep(8 * HOUR);
    it.scheduler.resumed();
    const before = it.starts.length;
    it.scheduler.refreshNow(["list 19"]);
    await it.clock.advance(0);
    expect(it.starts.slice(before).map(({ key }) => key)).toContain("list 19");
  });

  test("what is asked once is asked again when it is old, and what has ended is not", async () => {
    const it = simulation();
    it.scheduler.watch("main", [watch("list", "once"), watch("ended", "ended"), watch("alerts", "alerts")]);
    await it.clock.advance(SECOND);
    const starts = (key: string): number => it.starts.filter((start) => start.key === key).length;
    it.clock.sleep(10 * MINUTE);
    await it.clock.advance(MINUTE);
    expect(starts("list")).toBe(1);
    it.clock.sleep(24 * HOUR);
    await it.clock.advance(MINUTE);
    expect([starts("list"), starts("ended")]).toEqual([2, 1]);
  });

  test("a clock that is set back stops nothing", async () => {
    const it = simulation();
    it.scheduler.watch("main", [watch("list", "alerts")]);
    await it.clock.advance(5 * MINUTE);
    const before = it.starts.length;
    it.clock.sleep(-2 * HOUR);
    await it.clock.advance(5 * MINUTE);
    expect(it.starts.length - before).toBeGreaterThanOrEqual(13);
    expect(it.starts.length - before).toBeLessThanOrEqual(17);
  });
});

describe("a clock that is set back", () => {
  const looks: Readonly<Record<string, (it: Simulation) => void>> = {
    nobody: () => undefined,
    "a person's key": (it) => it.scheduler.looked(),
    "a read by hand": (it) => void it.scheduler.refreshNow(["other"]),
    "a pane that is opened": (it) => it.scheduler.watch("side", [watch("aside", "alerts")]),
    "a pane that is left": (it) => it.scheduler.focus("side"),
    "an answer": (it) => void it.scheduler.ended("other", DONE),
  };
  const step = fc.record({
    seconds: fc.integer({ min: 0, max: 30 }),
    back: fc.constantFrom(0, 0, SECOND, MINUTE, HOUR),
    look: fc.constantFrom(...Object.keys(looks)),
  });

  test("stops nothing, whoever looks at it first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const it = simulation();
        it.scheduler.watch("main", [watch("list", "alerts"), watch("other", "alerts")]);
        await it.clock.advance(5 * SECOND);
        for (const { seconds, back, look } of steps) {
          await it.clock.advance(seconds * SECOND);
          it.clock.sleep(-back);
          looks[look]?.(it);
          it.scheduler.focus("main");
        }
        const before = it.starts.length;
        await it.clock.advance(2 * MINUTE);
        const keys = it.starts.slice(before).map(({ key }) => key);
        expect(keys.filter((key) => key === "list").length).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: 200 },
    );
  });

  test.each(["nobody", "a read by hand"])(
    "does not lengthen the time for which a service asks to be left alone (%s)",
    async (look) => {
      const it = simulation();
      it.outcome = () => ({ ok: false, calls: 1, retryAt: it.clock.now() + 55 * SECOND, permanent: false });
      it.scheduler.watch("main", [watch("list", "alerts"), watch("other", "alerts")]);
      await it.clock.advance(SECOND);
      it.outcome = () => DONE;
      it.clock.sleep(-HOUR);
      looks[look]?.(it);
      await it.clock.advance(50 * SECOND);
      expect(it.starts).toHaveLength(2);
      await it.clock.advance(10 * SECOND);
      expect(it.starts.map(({ key }) => key).toSorted()).toEqual(["list", "list", "other", "other"]);
    },
  );
});

describe("when somebody looks", () => {
  const looking = async (poll: PollInterval, after: number, change: (it: Simulation) => void = () => undefined) => {
    const it = simulation();
    it.scheduler.watch("main", [watch("list", poll)]);
    await it.clock.advance(SECOND);
    change(it);
    await it.clock.advance(after);
    const before = it.starts.length;
    it.scheduler.looked();
    it.scheduler.looked();
    await it.clock.advance(SECOND);
    return it.starts.length - before;
  };

  test("what was asked once is asked again, once, where it is old", async () => {
    expect(await looking("once", 29 * MINUTE)).toBe(0);
    expect(await looking("once", 31 * MINUTE)).toBe(1);
    expect(await looking("once", 24 * HOUR)).toBe(1);
  });

  test("nothing is asked that has ended, or while calls are saved", async () => {
    expect(await looking("ended", 24 * HOUR)).toBe(0);
    const saving = (it: Simulation): void => {
      it.throttle = "halved";
    };
    expect(await looking("once", 24 * HOUR, saving)).toBe(0);
  });
});
