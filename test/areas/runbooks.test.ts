import { describe, expect, test } from "vitest";
import { placeAfter } from "../../src/areas/builders/place-after.ts";
import type { Ask, Context } from "../../src/areas/model/context.ts";
import { type Effect, effectOfAction, goTo } from "../../src/areas/model/effect.ts";
import { clusterParams } from "../../src/areas/queries/args.ts";
import { actions } from "../../src/areas/runbooks/actions.ts";
import { RUNBOOKS, runbookOf } from "../../src/areas/runbooks/all.ts";
import { detail } from "../../src/areas/runbooks/detail.ts";
import { listText } from "../../src/areas/runbooks/handover.ts";
import { list } from "../../src/areas/runbooks/list.ts";
import { asStep, contextOfCluster, instructionsOf, ofProject, stepStatusOf } from "../../src/areas/runbooks/runbook.ts";
import { takeStep } from "../../src/areas/runbooks/safe-change.ts";
import { runbooks } from "../../src/areas/runbooks.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { ExportBucket } from "../../src/contract/export-buckets.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import { ReplicaSetSnapshot } from "../../src/contract/snapshots.ts";
import type { RunbookRun } from "../../src/state/runbooks.ts";
import { Answers, askFrom, cluster, GROUP, id, linesOf, NOW } from "./answers.ts";
import { opened } from "./opened.ts";

const SNAPSHOT = id(7);

const run = (change: Partial<RunbookRun> = {}): RunbookRun => ({
  id: "safe-change:prod-eu:x",
  runbook: "safe-change",
  title: "prod-eu",
  groupId: GROUP,
  begunAt: NOW - 3_600_000,
  changedAt: NOW - 600_000,
  endedAt: null,
  values: { cluster: "prod-eu" },
  steps: {},
  ...change,
});

const clusters = [cluster("prod-eu"), cluster("analytics")];

type SnapshotSample = { readonly status: string; readonly createdAt?: string };

/** Answers in which the snapshots of prod-eu are held. */
function answers(snapshots: readonly SnapshotSample[] | null): Answers {
  const given = new Answers();
  const scope = { ...given.context().scope, clusters };
  if (snapshots !== null)
    given.add(
      "listReplicaSetBackups",
      { params: clusterParams(scope, "prod-eu") },
      {
        results: snapshots.map((snapshot) => ReplicaSetSnapshot.parse({ ...snapshot, id: SNAPSHOT })),
        totalCount: snapshots.length,
      },
    );
  return given;
}

/** A context in which the snapshots of prod-eu are held. */
const context = (runbooks: readonly RunbookRun[], snapshots: readonly SnapshotSample[] | null): Context =>
  answers(snapshots).context({ scope: { clusters }, runbooks });

const open = (action: string, context: Context, ids: readonly string[]): Effect =>
  opened(effectOfAction("runbooks", action, context, ids));

const goOn = (context: Context, id: string) => {
  const action = runbooks.screen.actions.find((candidate) => candidate.id === "runbooks.next");
  if (action === undefined) throw new Error("runbooks cannot go on");
  return action.disabled?.(context, [id]) ?? opened(action.open(context, [id]));
};

/** What an effect is once it has asked: the form of a snapshot asks for the compliance policy first. */
async function loaded(effect: Effect | string): Promise<Effect> {
  if (typeof effect === "string") throw new Error(effect);
  return effect.kind === "asking" ? opened(await effect.load(askFrom(answers([])))) : effect;
}

describe("runbooks", () => {
  test("have ids and steps of their own, and every step says what there is to do", () => {
    expect(new Set(RUNBOOKS.map(({ id }) => id)).size).toBe(RUNBOOKS.length);
    for (const { steps, title, about } of RUNBOOKS) {
      expect(`${title} ${about}`).toMatch(/\S/u);
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      for (const step of steps) expect(instructionsOf(step, {}), step.id).toMatch(/\.$/u);
    }
  });

  test("open what does each step, whatever is known at that moment", () => {
    for (const { id, steps } of RUNBOOKS) {
      for (const step of steps) {
        const context = new Answers().context({ scope: { orgId: OrgId.of(GROUP), clusters } });
        expect(() => step.opens?.effect(context, { cluster: "prod-eu" }), `${id} ${step.id}`).not.toThrow();
        expect(() => step.seen?.(context, { cluster: "prod-eu" }), `${id} ${step.id}`).not.toThrow();
        expect(() => step.queries?.(context, { cluster: "prod-eu" }), `${id} ${step.id}`).not.toThrow();
      }
    }
  });

  test("are offered, on their way and put away, each in its section", () => {
    const ended = run({ id: "other", endedAt: NOW });
    const model = list(context([run({ steps: { snapshot: { at: NOW, how: "sent" } } }), ended], null));
    const sections = Map.groupBy(model.rows, ({ section }) => section);
    expect(sections.get("running")?.map(({ cells }) => cells)).toEqual([
      { runbook: "Safe change", about: "prod-eu", marked: "1 of 3", age: "10m" },
    ]);
    expect(sections.get("ended")).toHaveLength(1);
    expect(sections.get("offered")).toHaveLength(RUNBOOKS.length);
  });

  test("of another version of this program are shown, and nothing can be done with them but to put them away", () => {
    const strange = run({ runbook: "tomorrow's" });
    expect(linesOf(detail(context([strange], null), strange.id))).toEqual([
      "This runbook is from another version of this console.",
    ]);
    expect(goOn(context([strange], null), strange.id)).toBe("from another version of this console");
  });
});

describe("a step", () => {
  const step = takeStep(() => "prod-eu", "Take a snapshot", "About.");
  const values = { cluster: "prod-eu", snapshot: SNAPSHOT };

  test.each([
    ["completed", "done", /^completed, taken /u],
    ["inProgress", "waiting", /wait until it completes/u],
    ["queued", "waiting", /wait until it completes/u],
    ["failed", "open", /take another/u],
  ])("whose snapshot is %s is %s", (status, is, words) => {
    const seen = stepStatusOf(step, context([], [{ status, createdAt: "2026-11-21T12:00:00Z" }]), run({ values }));
    expect(seen.is).toBe(is);
    expect(typeof seen.words === "string" ? seen.words : seen.words.text).toMatch(words);
    expect(seen.link).toEqual({ area: "snapshots", ids: [SNAPSHOT] });
  });

  test("is done by what it made, even when that is gone since", () => {
    expect(stepStatusOf(step, context([], []), run({ values }))).toMatchObject({
      is: "done",
      words: "taken, then deleted",
    });
  });

  test("that nothing was made by is open; how one stands that was begun is not said before it is read", () => {
    const steps = { snapshot: { at: NOW, how: "sent" } } as const;
    expect(stepStatusOf(step, context([], null), run()).is).toBe("open");
    expect(stepStatusOf(step, context([], null), run({ values, steps })).is).toBe("unread");
  });

  test("that cannot be read any more counts as it was marked", () => {
    const steps = { snapshot: { at: NOW, how: "sent" } } as const;
    const refused = {
      ...context([], null),
      unread: () => ({ words: "refused", reason: "refused", status: 403, code: null }),
    };
    expect(stepStatusOf(step, refused, run({ values, steps })).is).toBe("done");
  });

  test("that was left out stays left out, whatever answers say", () => {
    const steps = { snapshot: { at: NOW, how: "skipped" } } as const;
    const completed = context([], [{ status: "completed", createdAt: "2026-11-21T12:00:00Z" }]);
    expect(stepStatusOf(step, completed, run({ values, steps })).is).toBe("left-out");
  });
});

describe("continuing", () => {
  test("a runbook that is not begun asks what it is about, and begins there", () => {
    const effect = goOn(context([], null), "safe-change");
    if (typeof effect === "string" || effect.kind !== "pick") throw new Error("a choice of clusters was expected");
    const begun = effect.take("analytics");
    expect(begun).toMatchObject({
      kind: "runbook",
      change: {
        does: "start",
        runbook: "safe-change",
        title: "analytics",
        groupId: GROUP,
        values: { cluster: "analytics" },
      },
    });
    // Started twice within a minute about the same thing, it is the same one.
    expect(effect.take("analytics")).toEqual(begun);
    expect(effect.take("prod-eu")).not.toEqual(begun);
  });

  test("does the first step that is open: its form is the area's own, marks the step and comes back to the runbook", async () => {
    const now = context([run()], []);
    const effect = await loaded(goOn(now, run().id));
    if (effect.kind !== "form") throw new Error("a form was expected");
    const { setup } = effect;
    expect(setup.plan.operation.id).toBe("takeSnapshot");
    expect(setup.targets).toMatchObject([{ name: "prod-eu" }]);
    expect(placeAfter({ kind: "form", setup }, { id: SNAPSHOT })).toEqual({ area: "runbooks", ids: [run().id] });
    expect(setup.marks?.({ id: SNAPSHOT })).toEqual({
      does: "mark",
      run: run().id,
      step: "snapshot",
      how: "sent",
      values: { snapshot: SNAPSHOT },
    });
  });

  test("waits with words while what was begun goes on", () => {
    const going = run({ values: { cluster: "prod-eu", snapshot: SNAPSHOT } });
    expect(goOn(context([going], [{ status: "inProgress" }]), going.id)).toBe("in progress: wait until it completes");
  });

  test("reads first where nothing of it is read: from the list nothing is begun a second time", async () => {
    const going = run({ values: { cluster: "prod-eu", snapshot: SNAPSHOT } });
    const effect = goOn(context([going], null), going.id);
    if (typeof effect === "string" || effect.kind !== "asking") throw new Error("a question was expected");
    const here = { kind: "place", place: { area: "runbooks", ids: [going.id] } };
    expect(await effect.load(askFrom(answers([{ status: "inProgress" }])))).toEqual(here);
    const again = opened(await effect.load(askFrom(answers([{ status: "failed" }]))));
    expect(await loaded(again)).toMatchObject({ kind: "form" });
  });

  test("leads to the area itself where the outcome is unknown", async () => {
    const effect = await loaded(goOn(context([run()], []), run().id));
    expect(effect.kind === "form" && effect.setup.look).toMatchObject({
      area: "snapshots",
    });
  });

  test("nobody has to say what the service tells: such a step can only be left out", async () => {
    const going = run({ values: { cluster: "prod-eu", snapshot: SNAPSHOT } });
    const now = context([going], [{ status: "failed" }]);
    const which = open("runbooks.say", now, [going.id]);
    if (which.kind !== "pick") throw new Error("a choice of steps was expected");
    const offered = async (step: string) => {
      const said = which.take(step);
      return said.kind === "pick" ? (await said.suggest(askFrom(new Answers()))).map(({ value }) => value) : [];
    };
    expect(await offered("snapshot")).toEqual(["skipped"]);
    expect(await offered("change")).toEqual(["said", "skipped"]);
  });

  test("asks whether a step outside this program is done, and believes it", async () => {
    const steps = { snapshot: { at: NOW, how: "skipped" } } as const;
    const effect = goOn(context([run({ steps })], []), run().id);
    if (typeof effect === "string" || effect.kind !== "pick") throw new Error("a question was expected");
    expect(effect.title).toBe("Make the change");
    expect(effect.take("said")).toMatchObject({ change: { does: "mark", step: "change", how: "said" } });
    expect(effect.take("skipped")).toMatchObject({ change: { does: "mark", step: "change", how: "skipped" } });
  });

  test("puts a runbook away without a write, and takes it up again", () => {
    const now = context([run()], null);
    expect(open("runbooks.end", now, [run().id])).toMatchObject({ change: { does: "end", run: run().id } });
    const ended = context([run({ endedAt: NOW })], null);
    expect(goOn(ended, run().id)).toMatch(/resume it/u);
    expect(open("runbooks.resume", ended, [run().id])).toMatchObject({ change: { does: "resume" } });
  });
});

test("what was restored into another project is done there: nothing of it is asked here, and it is said where to go", () => {
  const other = GroupId.of(id(9));
  const projects = [{ id: other, name: "Staging", clusters: [] }];
  const values = { cluster: "prod-eu", job: SNAPSHOT, target: "stage-1", project: other };
  const now = new Answers().context({ scope: { clusters, projects } });
  const steps = runbookOf("recover-data")?.steps.filter((step) => ["snapshot", "search"].includes(step.id)) ?? [];
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    expect(step.queries?.(now, values)).toEqual([]);
    expect(stepStatusOf(step, now, run({ values })).is).toBe("open");
    const effect = step.opens === undefined ? undefined : opened(step.opens.effect(now, values));
    expect(effect?.kind === "page" && effect.page.lines.flat().join(" ")).toMatch(/stage-1 is in Staging: press p/u);
  }
});

test("a runbook is about the whole project, whatever cluster one has narrowed to", () => {
  const { scope } = new Answers().context({ scope: { clusters: [cluster("prod-eu")], cluster: "prod-eu" } });
  const projects = [{ id: GROUP, name: "Payments", clusters }];
  const wide = ofProject({ ...new Answers().context(), scope: { ...scope, projects } });
  expect(wide.scope).toMatchObject({ cluster: null, clusters });
  // A cluster that is not listed (any more) is the runbook's all the same.
  expect(contextOfCluster(wide, "gone").scope.clusters).toEqual([{ name: "gone", kind: "unknown", paused: null }]);
});

test("a handover is in the order of the screen, with those that a row stands for below it", () => {
  const row = (name: string, order: number, members: readonly string[] = []) => ({
    id: name,
    cells: { name },
    sort: { order },
    section: "wrong",
    ...(members.length === 0
      ? {}
      : { members: members.map((each) => ({ id: each, cells: { name: each }, sort: {} })) }),
  });
  const text = listText({
    summary: ["2 critical"],
    columns: [{ id: "name", title: "NAME", min: 4, grow: 0, priority: 1, align: "left", truncate: "end" }],
    rows: [row("info", 3), row("critical", 1, ["a", "b"]), row("warning", 2)],
    sections: [{ id: "wrong", title: "wrong" }],
    defaultSort: { column: "order", descending: false },
    empty: "",
  });
  expect(text).toEqual(["2 critical", "", "wrong", "- critical", "    - a", "    - b", "- warning", "- info"]);
});

test("a step's opening is wrapped through every choice and question on the way to its write", async () => {
  const runbook = runbookOf("safe-change");
  const [step] = runbook?.steps ?? [];
  if (runbook === undefined || step === undefined) throw new Error("safe-change has steps");
  const started = { runbook, run: run() };
  const page: Effect = { kind: "page", page: { title: "t", lines: [], copies: [] } };
  expect(asStep(page, started, step)).toBe(page);
  const pick: Effect = {
    kind: "pick",
    title: "t",
    open: false,
    suggest: async () => [],
    take: () => step.opens?.effect(context([run()], []), run().values) ?? page,
  };
  const asking: Effect = { kind: "asking", title: "t", load: async () => pick };
  const wrapped = asStep(asking, started, step);
  if (wrapped.kind !== "asking") throw new Error("a question was expected");
  const chosen = await wrapped.load(async () => {
    throw new Error("no requirement");
  });
  if (chosen.kind !== "pick") throw new Error("a choice was expected");
  const form = await loaded(opened(chosen.take("")));
  expect(form.kind === "form" && form.setup.marks?.(null)).toMatchObject({ does: "mark", step: "snapshot" });
});

test("a safer way that does the same job is the step as well, and another one is not", async () => {
  const runbook = runbookOf("safe-change");
  const [step] = runbook?.steps ?? [];
  if (runbook === undefined || step === undefined) throw new Error("safe-change has steps");
  const form = await loaded(opened(step.opens?.effect(context([run()], []), run().values) ?? goTo("runbooks")));
  if (form.kind !== "form") throw new Error("a form was expected");
  const safer = [
    { title: "another target", effect: form, isSameJob: true },
    { title: "a snapshot first", effect: form },
  ] as const;
  const setup = { ...form.setup, preflight: async () => ({ warnings: [], facts: [], safer }) };
  const wrapped = asStep({ ...form, setup }, { runbook, run: run() }, step);
  if (wrapped.kind !== "form") throw new Error("a form was expected");
  const review = { ask: askFrom(new Answers()), context: context([run()], []) };
  const ways = (await wrapped.setup.preflight(review, {})).safer ?? [];
  expect(ways.map(({ effect }) => effect.kind === "form" && effect.setup.marks !== undefined)).toEqual([true, false]);
});

test("no action of runbooks is a write of its own", () => {
  const writes = new Set(
    allOperations()
      .filter(({ method }) => method !== "GET")
      .map(({ id }) => id),
  );
  expect(actions.filter(({ operation }) => writes.has(operation))).toEqual([]);
});

describe("the buckets that can be removed", () => {
  const project = { params: { groupId: GROUP } };
  const given = new Answers()
    .add("listExportBuckets", project, {
      results: [ExportBucket.parse({ _id: id(11), bucketName: "acme", cloudProvider: "AWS", iamRoleId: id(1) })],
    })
    .add(
      "getBackupSchedule",
      { params: clusterParams(new Answers().context().scope, "prod-eu") },
      BackupSchedule.parse({ autoExportEnabled: true, export: { exportBucketId: id(11), frequencyType: "monthly" } }),
    );
  const notes = async (names: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const begin = runbookOf("remove-bucket")?.begin(
      given.context({ scope: { clusters: names.map((name) => cluster(name)) } }),
    );
    if (begin?.kind !== "pick") throw new Error("a choice was expected");
    return (await begin.suggest(askFrom(given))).map(({ note }) => note);
  };

  test("are named with who exports to them", async () => {
    expect(await notes(["prod-eu"])).toEqual(["prod-eu exports to this bucket"]);
  });

  test("are not said to be unused where a schedule, or the list of clusters, could not be read", async () => {
    expect(await notes(["stage-1"])).toEqual(["unknown whether a schedule uses it"]);
    expect(await notes([])).toEqual(["unknown whether a schedule uses it"]);
  });
});

test("an index to rebuild is not said to be missing while the clusters are not known: they are asked for", async () => {
  const begun = runbookOf("rebuild-index")?.begin(new Answers().context({ scope: { clusters: [] } }));
  if (begun?.kind !== "pick") throw new Error("nothing to pick");
  const operations: string[] = [];
  const ask: Ask = (operation, args) => {
    operations.push(operation);
    return askFrom(new Answers())(operation, args);
  };
  await begun.suggest(ask);
  expect(operations).toContain("listClusters");
});

describe("a step whose answers could not be read", () => {
  const refused = { words: "refused", reason: "requires Project Owner", status: 403, code: null } as const;
  const given = new Answers();
  const { scope } = given.context({ scope: { clusters } });
  given
    .add("listExportBuckets", { params: { groupId: GROUP } }, { results: [ExportBucket.parse({ _id: id(11) })] })
    .add("listBackupExportJobs", { params: clusterParams(scope, "prod-eu") }, { results: [] })
    .add("getBackupSchedule", { params: clusterParams(scope, "prod-eu") }, BackupSchedule.parse({}));
  /** What is not held was refused. */
  const forbidden = (of: Answers, runs: readonly RunbookRun[] = []): Context => {
    const now = of.context({ scope: { clusters }, runbooks: runs });
    return { ...now, unread: (operation, args) => (now.cached(operation, args) === undefined ? refused : null) };
  };
  const stepOf = (runbook: string, step: string) => {
    const found = runbookOf(runbook)?.steps.find((one) => one.id === step);
    if (found === undefined) throw new Error(`no step ${step}`);
    return found;
  };
  const wordsOf = ({ words }: ReturnType<typeof stepStatusOf>) => (typeof words === "string" ? words : words.text);
  const removing = run({ runbook: "remove-bucket", values: { bucket: id(11), name: "acme" } });

  test.each([
    ["exports", "none running"],
    ["schedules", "no schedule exports to this bucket"],
  ])("is not done because nothing of %s is known: it says so, and can be confirmed", async (step, none) => {
    const now = stepStatusOf(stepOf("remove-bucket", step), forbidden(given), removing);
    expect([now.is, wordsOf(now)]).toEqual(["open", "not allowed"]);
    const which = open("runbooks.say", forbidden(given, [removing]), [removing.id]);
    const said = which.kind === "pick" ? which.take(step) : which;
    const offered = said.kind === "pick" ? await said.suggest(askFrom(new Answers())) : [];
    expect(offered.map(({ value }) => value)).toContain("said");
    const one = given.context({ scope: { clusters: [cluster("prod-eu")] } });
    const whole = stepStatusOf(stepOf("remove-bucket", step), one, removing);
    expect([whole.is, wordsOf(whole)]).toEqual(["done", none]);
  });

  test("says before the bucket is removed that schedules are not known", () => {
    const now = stepStatusOf(stepOf("remove-bucket", "delete"), forbidden(given), removing);
    expect([now.is, wordsOf(now)]).toEqual(["open", "unknown whether a schedule exports to it: schedules not allowed"]);
  });

  test.each([
    ["export-monthly", "first", { cluster: "prod-eu" }],
    ["move-cluster", "ready", { migration: id(5) }],
    ["move-cluster", "cut-over", { migration: id(5) }],
    ["rebuild-index", "ready", { cluster: "prod-eu", old: id(6), new: id(7) }],
  ])("is not said to wait for an earlier one: %s, %s", (runbook, step, values) => {
    const now = stepStatusOf(stepOf(runbook, step), forbidden(new Answers()), run({ runbook, values }));
    expect([now.is, wordsOf(now)]).toEqual(["open", "not allowed"]);
  });

  test("never says that something is done or goes on where nothing at all was read, in any runbook", () => {
    const values = { cluster: "prod-eu", bucket: id(11), snapshot: id(1), job: id(2), migration: id(3), old: id(4) };
    const reported = RUNBOOKS.flatMap((runbook) =>
      runbook.steps.map((step) => {
        const { is } = stepStatusOf(step, forbidden(new Answers()), run({ runbook: runbook.id, values }));
        return `${runbook.id} ${step.id}: ${is}`;
      }),
    );
    expect(reported.filter((line) => /: (?:done|waiting)$/u.test(line))).toEqual([]);
  });
});
