import { expect, it } from "vitest";
import { GroupId } from "../../src/contract/ids.ts";
import { unreadOf } from "../../src/state/lookup.ts";
import { notReadLines } from "../../src/ui/screen/not-read.ts";
import { GROUP } from "../areas/answers.ts";
import { serviceError } from "../state/fake-client.ts";

it("says of what is not allowed which role it needs, and what to do about it", () => {
  const error = serviceError("listExportBuckets", { kind: "refused", status: 403, code: "USER_UNAUTHORIZED" });
  const why = unreadOf({ words: error.message, error });
  if (why === null) throw new Error("a failure has a reason");
  const args = { params: { groupId: GroupId.parse(GROUP) } };
  const query = { operation: "listExportBuckets", args, pace: "once" } as const;
  const lines = notReadLines([{ query, missing: { kind: "forbidden", why } }]).map(({ text }) => text);
  expect(lines[0]).toMatch(/^Not allowed: .*(?:role|needs)/u);
  expect(lines[1]).toBe("Ask an owner to give the key that role, or use a profile whose key has it.");
});
