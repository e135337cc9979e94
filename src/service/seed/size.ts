/** Size and seed of the sample. */
export type SeedSize = {
  readonly seed: number;
  readonly alerts: number;
  readonly projects: number;
  /** Minimum of snapshots on the main cluster. */
  readonly snapshots: number;
};

export const DEFAULT_SIZE: SeedSize = { seed: 1, alerts: 220, projects: 3, snapshots: 0 };
