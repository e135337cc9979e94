import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellText } from "../../src/areas/model/cell.ts";
import { detail } from "../../src/areas/restore-jobs/detail.ts";
import { targetName } from "../../src/areas/restore-jobs/form.ts";
import { detailQueries, listQueries, running } from "../../src/areas/restore-jobs/jobs.ts";
import { linkCell } from "../../src/areas/restore-jobs/labels.ts";
import { curlOfLink, linkPage } from "../../src/areas/restore-jobs/links.ts";
import { list } from "../../src/areas/restore-jobs/list.ts";
import { restoreJobs } from "../../src/areas/restore-jobs.ts";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { RestoreJob, ServerlessRestoreJob } from "../../src/contract/restore-jobs.ts";
import { ClusterName, GroupId, RestoreJobId } from "../../src/contract/schema/ids.ts";
import { ReplicaSetSnapshot } from "../../src/contract/snapshots.ts";
import { Answers, ago, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

/** Restore jobs as data: how each stands though no field says it, what is left of it, and its links. */

const groupId = GroupId.parse(GROUP);
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });
const SNAPSHOT = id(77);

/** The id of a job that was asked for so many minutes ago. */
const idAgo = (minutes: number): string =>
  `${Math.floor((NOW - minutes * 60_000) / 1000).toString(16)}${"0".repeat(15)}1`;

const document = (minutes: number, change: JsonObject = {}): JsonObject => ({
  id: idAgo(minutes),
  deliveryType: "automated",
  snapshotId: SNAPSHOT,
  timestamp: ago(600),
  targetClusterName: "prod-eu-side",
  targetGroupId: GROUP,
  ...change,
});
const job = (minutes: number, change: JsonObject = {}): RestoreJob => RestoreJob.parse(document(minutes, change));
const download = (minutes: number, change: JsonObject = {}): RestoreJob =>
  job(minutes, { deliveryType: "download", targetClusterName: null, targetGroupId: null, ...change });
const ready = (minutesLeft: number, change: JsonObject = {}): RestoreJob =>
  download(20, { deliveryUrl: ["https://files.example/a"], expiresAt: ago(-minutesLeft), ...change });

const scope = { clusters: [cluster("prod-eu")] };
const snapshot = ReplicaSetSnapshot.parse({
  id: SNAPSHOT,
  createdAt: ago(600),
  expiresAt: ago(-6000),
  status: "completed",
  snapshotType: "scheduled",
  frequencyType: "hourly",
  storageSizeBytes: 4_200_000_000,
});
const answers = (...results: RestoreJob[]): Answers =>
  new Answers()
    .add("listBackupRestoreJobs", of("prod-eu"), { results })
    .add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot] });
const contextOf = (...results: RestoreJob[]) => answers(...results).context({ scope });
const rowOf = (one: RestoreJob) => cellsOf(list(contextOf(one)).rows[0]);
const reason = (action: string, one: RestoreJob): string | null | undefined =>
  restoreJobs.screen.actions.find((candidate) => candidate.id === action)?.disabled?.(contextOf(one), [one.id]);

describe("the list of restores", () => {
  it.each([
    ["running", job(3), "running", /^usually /u],
    ["a download under way", download(1), "running", /^usually /u],
    ["a link", ready(42), "ready", /^expires in 42m$/u],
    ["a link that nobody fetched", ready(-1), "expired", /^link expired$/u],
    ["completed", job(60, { finishedAt: ago(56) }), "completed", /^took 4m$/u],
    ["failed, though it has an end", job(60, { finishedAt: ago(50), failed: true }), "failed", /^after 10m/u],
    ["cancelled", job(60, { cancelled: true }), "cancelled", /^$/u],
    ["one that runs for days", job(3000), "running", /^may be stuck !$/u],
    ["a status of tomorrow", job(3, { status: "THAWING" }), "THAWING", /^usually /u],
  ])("says how it stands: %s", (_what, one, state, next) => {
    expect(rowOf(one)).toMatchObject({ status: state, progress: expect.stringMatching(next), size: "4.2 GB" });
  });

  it("says where it goes, and names another project where it is known", () => {
    const other = job(3, { targetGroupId: id(9) });
    expect(rowOf(job(3))["what"]).toBe("prod-eu → prod-eu-side");
    expect(rowOf(download(3))["what"]).toBe("prod-eu → download");
    expect(rowOf(other)["what"]).toMatch(/^prod-eu → prod-eu-side \(project /u);
    const known = {
      kind: "project" as const,
      id: id(9),
      name: "Staging",
      source: "projects",
      firstSeen: NOW,
      lastSeen: NOW,
      project: null,
    };
    const context = answers(other).context({ scope, known: () => [known] });
    expect(cellsOf(list(context).rows[0])["what"]).toBe("prod-eu → prod-eu-side (Staging)");
  });

  it("names a project of the profile as its form does, though it was seen nowhere else", () => {
    const other = job(3, { targetGroupId: id(9) });
    const projects = [{ id: GroupId.of(id(9)), name: "Staging", clusters: [] }];
    const context = answers(other).context({ scope: { ...scope, projects } });
    expect(cellsOf(list(context).rows[0])["what"]).toBe("prod-eu → prod-eu-side (Staging)");
    expect(targetName({ targetClusterName: "prod-eu-side", targetGroupId: id(9) }, context)).toBe(
      "prod-eu-side (Staging)",
    );
  });

  it("reckons what is left by earlier ones of the same size", () => {
    const earlier = [100, 200, 300].map((minutes) => job(minutes, { finishedAt: ago(minutes - 8) }));
    const context = contextOf(...earlier, job(2));
    const [now] = list(context).rows.filter(({ section }) => section === "now");
    expect(cellsOf(now)["progress"]).toBe("about 6 min left");
    const lines = linesOf(detail(context, idAgo(2)));
    expect(lines).toContainEqual(expect.stringMatching(/^Forecast: about 6 min .*3 earlier/u));
    // Two of eight minutes: the bar says by what, as the service tells no progress.
    const bar = lines.find((line) => line.endsWith(" by time"));
    expect(bar?.replace(" by time", "")).toMatch(/^█{7}[^█]{23}$/u);
    expect(linesOf(detail(contextOf(job(2)), idAgo(2))).some((line) => line.endsWith(" by time"))).toBe(false);
  });

  it("counts what matters, and puts what is over below", () => {
    const model = list(contextOf(job(3), ready(42), job(60, { finishedAt: ago(56) }), job(90, { failed: true })));
    expect(summaryOf(model)).toEqual(["1 running", "1 to download", "1 failed in 7 days"]);
    expect(model.rows.map(({ section }) => section)).toEqual(["now", "now", "ended", "ended"]);
    expect(summaryOf(list(contextOf()))).toEqual(["none running"]);
    expect(list(contextOf()).empty).toMatch(/No restore/u);
  });

  it("asks both lists of a cluster of unknown kind, and takes a refusal for an answer, but a missing role for none", () => {
    const unknown = { clusters: [cluster("new", "unknown"), cluster("tiny", "tenant")] };
    const base = new Answers().context({ scope: unknown });
    const lists = listQueries(base.scope).map(({ operation }) => operation);
    expect(lists.filter((operation) => /RestoreJobs$/u.test(operation))).toEqual([
      "listBackupRestoreJobs",
      "listServerlessBackupRestoreJobs",
    ]);
    const refusing = (status: number, isAbsent: boolean) => ({
      ...base,
      unread: () => ({ status, code: null, words: "refused", reason: "refused", isAbsent }),
    });
    expect(summaryOf(list(refusing(400, true)))).toEqual(["none running"]);
    expect(summaryOf(list(refusing(400, false)))).toEqual([]);
    expect(summaryOf(list(refusing(403, false)))).toEqual([]);
  });

  it("asks often only the clusters from which something is restored", () => {
    const both = { clusters: [cluster("prod-eu"), cluster("other")] };
    expect(running(answers(job(60, { finishedAt: ago(56) })).context({ scope: both }))).toEqual([]);
    const paced = running(answers(job(3)).context({ scope: both }));
    expect(paced).toMatchObject([{ operation: "listBackupRestoreJobs", poll: "job", args: of("prod-eu") }]);
  });
});

describe("one restore", () => {
  it("says its state, what it does, and its snapshot", () => {
    const lines = linesOf(detail(contextOf(job(3)), idAgo(3)));
    expect(lines).toContain("Status: running");
    expect(lines).toContain("Type: snapshot restore to a cluster");
    expect(lines).toContain("prod-eu-side cannot be read or written until the restore completes.");
    expect(lines).toContainEqual(expect.stringMatching(/^Snapshot: 04:06 UTC .*4\.2 GB · expires in 4d 4h$/u));
  });

  it("says the moment to the second", () => {
    const seconds = Date.UTC(2026, 10, 21, 12, 0, 30) / 1000;
    const one = job(3, { deliveryType: "pointInTime", pointInTimeUTCSeconds: seconds });
    expect(linesOf(detail(contextOf(one), one.id))).toContainEqual(expect.stringContaining("12:00:30 UTC"));
  });

  it("tells that a failure has no reason, and leads to the alerts", () => {
    const one = job(60, { failed: true, finishedAt: ago(50) });
    const model = detail(contextOf(one), one.id);
    expect(linesOf(model)).toContainEqual(expect.stringContaining("reports no reason"));
    expect(model?.lines).toContainEqual(expect.objectContaining({ link: { area: "alerts", ids: [] } }));
  });

  it("is asked by itself as often as it runs, and nothing where it is not known", () => {
    const context = contextOf(job(3), job(60, { finishedAt: ago(50) }));
    const args = (jobId: string) => ({ params: { ...of("prod-eu").params, restoreJobId: RestoreJobId.parse(jobId) } });
    expect(detailQueries(context, idAgo(3))).toEqual([
      { operation: "getBackupRestoreJob", args: args(idAgo(3)), poll: "job" },
    ]);
    expect(detailQueries(context, idAgo(60))[0]?.poll).toBe("once");
    expect(detailQueries(context, id(5))).toEqual([]);
    expect(detail(context, id(5))).toBeNull();
  });

  it("believes the list where the record is behind it: nothing is cancelled that has ended", () => {
    const ended = job(60, { finishedAt: ago(50) });
    const record = { params: { ...of("prod-eu").params, restoreJobId: RestoreJobId.parse(ended.id) } };
    const context = answers(ended).add("getBackupRestoreJob", record, job(60)).context({ scope });
    expect(linesOf(detail(context, ended.id))[0]).toBe("Status: completed");
    const action = restoreJobs.screen.actions.find(({ id }) => id === "restore-jobs.cancel");
    expect(action?.disabled?.(context, [ended.id])).toBe("the job is completed: nothing to cancel");
  });

  it("says that serverless operations end", () => {
    const one = ServerlessRestoreJob.parse(document(60, { finishedAt: ago(50) }));
    const context = new Answers()
      .add("listServerlessBackupRestoreJobs", of("sls"), { results: [one] })
      .context({ scope: { clusters: [cluster("sls", "serverless")] } });
    expect(linesOf(detail(context, one.id))).toContainEqual(expect.stringContaining("this API is deprecated"));
    const cancel = restoreJobs.screen.actions.find((candidate) => candidate.id === "restore-jobs.cancel");
    expect(cancel?.disabled?.(context, [one.id])).toMatch(/serverless/u);
  });
});

describe("a download that names a cluster, as one of a serverless instance has to", () => {
  const named = (minutes: number, change: JsonObject = {}): ServerlessRestoreJob =>
    ServerlessRestoreJob.parse(document(minutes, { deliveryType: "download", targetClusterName: "sls", ...change }));
  const within = (one: ServerlessRestoreJob) =>
    new Answers()
      .add("listServerlessBackupRestoreJobs", of("sls"), { results: [one] })
      .context({ scope: { clusters: [cluster("sls", "serverless")] } });
  const linesFor = (one: ServerlessRestoreJob) => linesOf(detail(within(one), one.id));

  it("is no outage of that cluster, and nothing to look for in its alerts", () => {
    expect(linesFor(named(2)).filter((line) => /cannot be read|^Target:/u.test(line))).toEqual([]);
    expect(linesFor(named(60, { failed: true, finishedAt: ago(50) }))).toContain("Alerts: all of this project");
  });

  it("has no target for programs, and is called a download where it stands alone", () => {
    const one = named(2);
    const target = restoreJobs.screen.fields?.of(within(one))?.get(one.id)?.["target"];
    expect(target).toBeNull();
    expect(restoreJobs.screen.nameOf?.(one, of("sls").params)).toBe("sls → download");
    expect(restoreJobs.screen.nameOf?.(job(2), of("prod-eu").params)).toBe("prod-eu → prod-eu-side");
  });
});

describe("links", () => {
  it("counts down, warns below a quarter of an hour, and is over in the same moment as the state", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 * 3600 }), (seconds) => {
        const cell = linkCell(NOW + seconds * 1000, NOW);
        const tone = typeof cell === "string" ? "plain" : cell.tone;
        expect(tone).toBe(seconds < 300 ? "bad" : seconds < 900 ? "warn" : "good");
        expect(cellText(cell).endsWith("!")).toBe(seconds < 900);
      }),
    );
    const one = ready(1);
    const later = { ...contextOf(one), now: NOW + 60_000 };
    expect(rowOf(one)["status"]).toBe("ready");
    expect(cellsOf(list(later).rows[0])["status"]).toBe("expired");
  });

  it("gives a command a shard, all of them together first, and quotes what a shell would read", () => {
    const components = [
      { replicaSetName: "shard-0", downloadUrl: "https://files.example/0?a=1&b='2" },
      { replicaSetName: "shard-1", downloadUrl: "https://files.example/1" },
    ];
    const one = ready(42, { deliveryUrl: [], components });
    const page = linkPage(contextOf(one), "analytics", one);
    expect(page.copies.map(({ title }) => title)).toEqual([
      "all commands",
      "curl for shard-0",
      "curl for shard-1",
      "link of shard-0",
      "link of shard-1",
    ]);
    expect(page.copies[0]?.text.split("\n")).toHaveLength(2);
    expect(page.copies[1]?.text).toContain("--proto '=https' --proto-redir '=https' --globoff");
    expect(page.copies[3]?.text).toBe("https://files.example/0?a=1&b=%272");
    expect(page.copies[1]?.text).toContain("--url 'https://files.example/0?a=1&b=%272'");
    for (const url of ["-K/etc/passwd", "file:///etc/passwd", "http://files.example/0", "https:", "javascript:1"]) {
      expect(curlOfLink("c", one, { url, part: null, endpoint: null }), url).toBeNull();
    }
    expect(curlOfLink("c", one, { url: "http://127.0.0.1:80/{a,b}", part: null, endpoint: null })).toContain(
      "--globoff",
    );
    const odd = { url: "https://x/1", part: "../a b", endpoint: null };
    expect(curlOfLink("c", one, odd)).toContain(`--output './.._a_b-${one.id}.tar.gz'`);
  });

  it("can be taken only while there is one, and says why not", () => {
    const link = "restore-jobs.link";
    expect(reason(link, ready(42))).toBeNull();
    expect(reason(link, download(1))).toMatch(/still being prepared/u);
    expect(reason(link, ready(-1))).toMatch(/link has expired/u);
    expect(reason(link, job(3))).toMatch(/to a cluster/u);
    expect(reason(link, download(60, { cancelled: true }))).toMatch(/cancelled/u);
  });
});

describe("cancelling", () => {
  const planOf = (one: RestoreJob) => {
    const effect = restoreJobs.screen.actions
      .find((candidate) => candidate.id === "restore-jobs.cancel")
      ?.open(contextOf(one), [one.id]);
    if (effect?.kind !== "write") throw new TypeError("no write");
    return effect.plan;
  };
  const found = (one: RestoreJob, now: RestoreJob) =>
    planOf(one).preflight({
      ask: askFrom(
        new Answers().add("getBackupRestoreJob", { params: { ...of("prod-eu").params, restoreJobId: now.id } }, now),
      ),
      context: contextOf(now),
    });

  it("is offered for what runs, and says why not for what has ended", () => {
    const cancel = "restore-jobs.cancel";
    expect(reason(cancel, job(3))).toBeNull();
    expect(reason(cancel, download(1))).toBeNull();
    expect(reason(cancel, ready(42))).toMatch(/files are ready/u);
    expect(reason(cancel, ready(-1))).toMatch(/link has expired/u);
    expect(reason(cancel, job(60, { finishedAt: ago(56) }))).toMatch(/is completed/u);
    expect(reason(cancel, job(60, { failed: true }))).toMatch(/is failed/u);
  });

  it("says that the service usually refuses it for restores into a cluster, and not for downloads", async () => {
    const one = job(3);
    expect(planOf(one)).toMatchObject({
      operation: "cancelBackupRestoreJob",
      risk: "disruptive",
      targets: [{ params: { clusterName: "prod-eu", restoreJobId: one.id } }],
    });
    expect((await found(one, one)).warnings[0]).toBe("The service usually refuses to cancel a restore to a cluster.");
    expect((await found(download(3), download(3))).warnings).toEqual([]);
  });

  it("says when it has ended meanwhile", async () => {
    const now = await found(job(3), job(3, { finishedAt: ago(0) }));
    expect(now.warnings[0]).toMatch(/has ended/u);
    expect(now.facts).toContainEqual({ label: "Status", value: "completed" });
  });
});
