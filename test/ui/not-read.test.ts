import { expect, it } from "vitest";
import { notReadLines } from "../../src/app/screen/not-read.ts";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { unreadOf } from "../../src/state/answers/lookup.ts";
import { GROUP } from "../areas/answers.ts";
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
