import { describe, expect, it } from "vitest";
import { countsOfAll } from "../../src/areas/all-projects/values.ts";
import { idInAll, paramsOfAll } from "../../src/areas/all-projects.ts";
import { areaOf } from "../../src/areas/areas.ts";
import { liveMigration } from "../../src/areas/live-migration.ts";
import { jobFields, type ListCounts, rowFields } from "../../src/areas/model/fields.ts";
import { restoreJobs } from "../../src/areas/restore-jobs.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import type { FieldValues } from "../../src/domain/field-value.ts";
import type { Job } from "../../src/domain/job.ts";
import { Answers, GROUP, NOW } from "./answers.ts";

/** What programs read: figures of all projects together, and the fields of jobs. */

const OTHER = GroupId.of("65f000000000000000000002");

/** The figures of a list whose projects have these; a project that is not named was not read. */
function together({ infos }: ListCounts, of: Readonly<Record<string, FieldValues>>) {
  const projects = [GROUP, OTHER].map((id) => ({ id, name: idInAll(id, ""), clusters: [] }));
  const context = new Answers().context({ scope: { params: paramsOfAll({}), projects } });
  const own: ListCounts["ofCached"] = ({ scope }) => of[scope.groupId] ?? {};
  const isRead: ListCounts["isRead"] = ({ scope }) => scope.groupId in of;
  return countsOfAll({ infos, of: own, isRead, ofCached: own }).of(context);
}

const countsOf = ({ screen }: Pick<typeof restoreJobs, "screen">): ListCounts => {
  if (screen.counts === undefined) throw new Error("no counts");
  return screen.counts;
};

describe("the figures of all projects", () => {
  it("have the soonest end, the greatest of the others, and sums of counts", () => {
    const migrations = { [GROUP]: { expires: 7200, lag: 3, ready: 1 }, [OTHER]: { expires: 600, lag: 90, ready: 1 } };
    expect(together(countsOf(liveMigration), migrations)).toMatchObject({ expires: 600, lag: 90, ready: 2 });
    const restores = { [GROUP]: { linkExpires: 60, total: 2 }, [OTHER]: { linkExpires: 900, total: 3 } };
    expect(together(countsOf(restoreJobs), restores)).toMatchObject({ linkExpires: 60, total: 5 });
  });

  it("have an end that one project alone knows, and none where none does", () => {
    const counts = countsOf(restoreJobs);
    expect(together(counts, { [GROUP]: { linkExpires: null }, [OTHER]: { linkExpires: 900 } })).toMatchObject({
      linkExpires: 900,
    });
    expect(together(counts, { [GROUP]: { linkExpires: null }, [OTHER]: { linkExpires: null } })).toMatchObject({
      linkExpires: null,
    });
  });

  it("know nothing of all where one project was not read, whatever the others say", () => {
    const figures = together(countsOf(areaOf("snapshots")), {
      [GROUP]: { oldest: 3600, intervals: 1.5, late: 0, total: 4 },
    });
    expect(new Set(Object.values(figures ?? {}))).toEqual(new Set([null]));
  });
});

describe("the age of a job", () => {
  const job: Job = { status: "done", said: null, startedAt: NOW - 3_600_000, endedAt: null, until: null, poll: "once" };
  const ageOf = (of: Job, now: number): unknown =>
    rowFields(
      jobFields<Job>((one) => one),
      () => [of],
      () => "1",
    )
      .of(new Answers().context({ now }))
      .get("1")?.["age"];

  it("grows while it goes on, and no more from its end on", () => {
    const running: Job = { ...job, status: "running" };
    expect([ageOf(running, NOW), ageOf(running, NOW + 60_000)]).toEqual([3600, 3660]);
    const ended: Job = { ...job, endedAt: NOW - 600_000 };
    expect([ageOf(ended, NOW), ageOf(ended, NOW + 86_400_000)]).toEqual([3000, 3000]);
  });

  it("goes on where its end is not told: that of a snapshot is how old it is", () => {
    expect([ageOf(job, NOW), ageOf(job, NOW + 60_000)]).toEqual([3600, 3660]);
    expect(ageOf({ ...job, startedAt: null }, NOW)).toBeNull();
  });
});
