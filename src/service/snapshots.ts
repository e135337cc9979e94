/** Snapshots: E53a to E53e, and of serverless instances E58 and E59. */

export { snapshotOf } from "./snapshots/stored.ts";
