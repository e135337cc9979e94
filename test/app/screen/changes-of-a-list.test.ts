/** What a list marks as changed since the answers before: what was said anew, and not what was said for the first time. */
import { describe, expect, test } from "vitest";
import { createGuard } from "../../../src/app/guard.ts";
import { guardedAreas } from "../../../src/app/screen/guarded-areas.ts";
import { createSelectors } from "../../../src/app/screen/selectors.ts";
import { operations } from "../../../src/contract/operations.ts";
import { resourceKey } from "../../../src/state/answers/query.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "../../../src/state/answers/tables.ts";
import type { ConsoleState } from "../../../src/state/store.ts";
import { PROJECT, testConsole } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";

const BUCKET = "b".repeat(24);
const ROLE = "c".repeat(24);
const args = { params: { groupId: PROJECT } };

const arrival = <Data>(data: Data, at: number) => ({ data, raw: null, at, complete: true });

/** The state after the newest request for the buckets found one of this name. */
function withBucket(state: ConsoleState, bucketName: string, seq: number): ConsoleState {
  const operation = "listExportBuckets";
  const before = find(state.resources, operation, resourceKey(operation, args)) ?? emptyResource(operation, args);
  const data = operations[operation].response.parse({
    results: [{ _id: BUCKET, bucketName, cloudProvider: "AWS", iamRoleId: ROLE }],
    totalCount: 1,
  });
  return { ...state, resources: withResource(state.resources, afterAnswer(before, seq, arrival(data, seq))) };
}

/** The state after the newest request for the roles was answered, or refused. */
function withRole(state: ConsoleState, isRefused: boolean, seq: number): ConsoleState {
  const operation = "listCloudProviderAccessRoles";
  const before = find(state.resources, operation, resourceKey(operation, args)) ?? emptyResource(operation, args);
  const error = serviceError(operation, { kind: "refused", status: 403, detail: "no" });
  const data = operations[operation].response.parse({
    awsIamRoles: [
      {
        roleId: ROLE,
        providerName: "AWS",
        iamAssumedRoleArn: "arn:aws:iam::123456789012:role/svc-export",
        createdDate: "2026-01-01T00:00:00Z",
        authorizedDate: "2026-01-02T00:00:00Z",
      },
    ],
  });
  const now = isRefused
    ? afterFailure(before, seq, { words: error.message, error, nextTryAt: null, at: seq })
    : afterAnswer(before, seq, arrival(data, seq));
  return { ...state, resources: withResource(state.resources, now) };
}

function exportBuckets() {
  const { store } = testConsole();
  store.navigation.open({ area: "export-buckets", ids: [] });
  const { list } = createSelectors(guardedAreas(createGuard(() => undefined)), () => 0);
  return { state: store.getState(), list };
}

describe("a list marks", () => {
  test("what an answer says otherwise than the one before", () => {
    const { state, list } = exportBuckets();
    const first = withRole(withBucket(state, "one", 1), false, 2);
    expect(list(first)?.changes.size).toBe(0);
    const changes = list(withBucket(first, "other", 3))?.changes;
    expect([...(changes?.get(BUCKET) ?? [])]).toEqual(["name"]);
  });

  test("nothing where what was refused is answered for the first time", () => {
    const { state, list } = exportBuckets();
    const refused = withRole(withBucket(state, "one", 1), true, 2);
    const before = list(refused);
    const now = list(withRole(refused, false, 3));
    expect(now?.model.rows[0]?.cells["role"]).not.toEqual(before?.model.rows[0]?.cells["role"]);
    expect(now?.changes.size).toBe(0);
  });
});
