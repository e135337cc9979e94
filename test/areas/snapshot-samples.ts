import { ReplicaSetSnapshot } from "../../src/contract/snapshots.ts";
import { ago, id } from "./answers.ts";

const KEPT_MINUTES = 7 * 24 * 60;

/** A completed snapshot of a replica set that is kept for a week, taken so many minutes ago; a test says what it needs otherwise. */
export const snapshot = (number: number, minutesAgo: number, change: object = {}) =>
  ReplicaSetSnapshot.parse({
    id: id(number),
    createdAt: ago(minutesAgo),
    expiresAt: ago(minutesAgo - KEPT_MINUTES),
    frequencyType: "daily",
    snapshotType: "scheduled",
    status: "completed",
    storageSizeBytes: 12_400_000_000,
    serverVersion: "8.0.4",
    ...change,
  });
