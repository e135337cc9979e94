import { alertConfigurationKind, teams } from "./alert-configurations/settings-file.ts";
import { auditingKind } from "./auditing/settings-file.ts";
import { backupScheduleKind } from "./backup-schedules/settings-file.ts";
import { compliancePolicyKind } from "./compliance-policy/settings-file.ts";
import { customDnsKind } from "./custom-dns/settings-file.ts";
import { buckets, exportBucketKind, roles } from "./export-buckets/settings-file.ts";
import type { SettingsKind, SettingsReference } from "./model/settings-kind.ts";
import { currentIndexKind } from "./search-indexes/settings-file.ts";
import { firstGenerationIndexKind } from "./search-indexes-first-generation/settings-file.ts";
import { searchNodesKind } from "./search-nodes/settings-file.ts";

/** All settings that can be kept in files, each before those that depend on it. Loaded when files are read or written. */
export const SETTINGS_KINDS: readonly SettingsKind[] = [
  customDnsKind,
  auditingKind,
  exportBucketKind,
  backupScheduleKind,
  compliancePolicyKind,
  searchNodesKind,
  currentIndexKind,
  firstGenerationIndexKind,
  alertConfigurationKind,
];

/** Things that settings refer to by name. */
export const SETTINGS_REFERENCES: readonly SettingsReference[] = [buckets, roles, teams];
