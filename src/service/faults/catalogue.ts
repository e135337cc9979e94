import { ACCESS_SCENARIOS } from "./access.ts";
import { ALERT_STORMS } from "./alert-storms.ts";
import { ANSWER_SCENARIOS } from "./answers.ts";
import { BACKUP_THINGS } from "./backup-things.ts";
import { CONNECTION_SCENARIOS } from "./connection.ts";
import { MIGRATION_THINGS } from "./migration-things.ts";
import type { Scenario } from "./scenario.ts";
import { SEARCH_THINGS } from "./search-things.ts";

/** All scenarios, in the order in which they are listed. */
export const SCENARIOS: readonly Scenario[] = [
  ...CONNECTION_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...ANSWER_SCENARIOS,
  ...BACKUP_THINGS,
  ...MIGRATION_THINGS,
  ...SEARCH_THINGS,
  ...ALERT_STORMS,
];

/** A scenario by its name, or undefined. */
export const scenarioNamed = (name: string): Scenario | undefined => SCENARIOS.find((one) => one.name === name);
