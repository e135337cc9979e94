import { describe, expect, it } from "vitest";
import type { NotRead } from "../../src/app/screen/freshness.ts";
import { notReadLines, notReadMark } from "../../src/app/screen/not-read.ts";
import { areaOf } from "../../src/areas/areas.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { unreadOf } from "../../src/state/answers/lookup.ts";
import { Answers, cluster, GROUP } from "../areas/answers.ts";
import { serviceError } from "../state/fake-client.ts";

type Facts = Parameters<typeof serviceError>[1];

/** What an empty list of export buckets says that could not be read. */
function emptyListTexts(kind: "forbidden" | "failed", facts: Facts): readonly string[] {
  const error = serviceError("listExportBuckets", facts);
  const why = unreadOf({ words: error.message, error });
  if (why === null) throw new Error("a failure has a reason");
  const args = { params: { groupId: GroupId.parse(GROUP) } };
  const query = { operation: "listExportBuckets", args, poll: "once" } as const;
  return notReadLines([{ query, missing: { kind, why } }]).map(({ text }) => text);
}

it("says of what is not allowed which role it needs, and what to do about it", () => {
  const lines = emptyListTexts("forbidden", { kind: "refused", status: 403, code: "USER_UNAUTHORIZED" });
  expect(lines[0]).toMatch(/^Not allowed: .*(?:role|needs)/u);
  expect(lines[1]).toBe("Ask an owner to give the key that role, or use a profile whose key has it.");
});

it.each([
  [{ kind: "unreachable" }, "Check the base URL, the network and the VPN, then try again."],
  [{ kind: "refused", status: 500 }, "The error is in the service."],
  [{ kind: "refused", status: 503, retryAfterMs: 30_000 }, "The error is in the service."],
  [{ kind: "timed-out" }, "Try again, or check the status of the service."],
] as const)("says of a reading that failed with %o what can be done about it", (facts, next) => {
  const lines = emptyListTexts("failed", facts);
  expect(lines[0]).toMatch(/^Not loaded: /u);
  expect(lines.slice(1)).toEqual([next]);
});

it("does not say to wait and try again, which the program does by itself", () => {
  expect(emptyListTexts("failed", { kind: "refused", status: 429 })).toHaveLength(1);
});

describe("of many clusters", () => {
  const names = Array.from({ length: 300 }, (_, index) => `cluster-${index}`);
  const { scope } = new Answers().context({ scope: { clusters: names.map((name) => cluster(name)) } });
  const { screen } = areaOf("backup-schedules");
  const why = { words: "Why.", reason: "Why.", status: null, code: null };
  const notRead = screen
    .queries(scope)
    .filter(({ operation }) => ["getBackupSchedule", "listReplicaSetBackups"].includes(operation))
    .slice(97)
    .map((query): NotRead => ({ query, missing: { kind: "failed", why } }));

  it("says for each list how many clusters it lacks", () => {
    expect(notReadLines(notRead).map(({ text }) => text)).toEqual([
      "Not loaded: Backup schedule of 203 clusters, Snapshots of a replica set of 300 clusters: Why.",
    ]);
  });

  it("counts in a title the clusters that have no row, and names what the others lack", () => {
    const mark = notReadMark({ screen, scope }, { notRead });
    expect(mark.map(({ text }) => text).join("")).toBe(
      "! 203 clusters, snapshots of a replica set of 97 clusters not loaded",
    );
  });
});
