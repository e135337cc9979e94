/** Kind of the thing that a remembered name belongs to. */
export type NameKind =
  | "organisation"
  | "project"
  | "cluster"
  | "host"
  | "replica-set"
  | "region"
  | "address"
  | "migration"
  | "validation";
