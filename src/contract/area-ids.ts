/** The areas of the console, in the order of the sidebar (`design.md`, areas). The id is the file name on every floor. */
export const AREA_IDS = [
  "overview",
  "alerts",
  "alert-configurations",
  "access-history",
  "metrics-targets",
  "auditing",
  "custom-dns",
  "cloud-access",
  "search-indexes",
  "search-indexes-first-generation",
  "search-nodes",
  "snapshots",
  "backup-schedules",
  "restore-jobs",
  "export-jobs",
  "export-buckets",
  "compliance-policy",
  "live-migration",
  "source-projects",
  "guided-paths",
] as const;

export type AreaId = (typeof AREA_IDS)[number];
