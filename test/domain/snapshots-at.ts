import type { Snapshot } from "../../src/domain/backup/snapshot.ts";

/** A completed hourly snapshot of a replica set that was taken at a time (ms) and does not expire; a test says what it needs otherwise. */
export const snapshotAt = (takenAt: number, change: Partial<Snapshot> = {}): Snapshot => ({
  id: String(takenAt),
  cluster: "prod-eu",
  kind: "replicaSet",
  takenAt,
  status: "completed",
  type: "scheduled",
  frequency: "hourly",
  bytes: null,
  expiresAt: null,
  description: "",
  copyRegions: [],
  version: "",
  hasCustomerKey: false,
  provider: "",
  itemIds: [],
  parts: [],
  ...change,
});
