import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { hasPolicy } from "../../domain/backup/policy-requirements.ts";
import { accent, dim, good, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";

/** Unambiguous texts for a compliance policy and its effects (`domain.md` 9.4). */

const STATES: Readonly<Record<string, Cell>> = lookupTable({
  ACTIVE: good("active"),
  ENABLING: accent("enabling"),
  UPDATING: accent("updating"),
  DISABLING: accent("disabling"),
});

/** State of a policy; an unknown state as the service wrote it. */
export function stateCell(policy: CompliancePolicy | undefined): Cell {
  if (!hasPolicy(policy)) return dim("no policy");
  return STATES[policy.state ?? ""] ?? policy.state ?? warn("status unknown");
}

/** True while the policy is being disabled: nothing can be done with it until then. */
export const isBeingDisabled = (policy: CompliancePolicy | undefined): boolean => policy?.state === "DISABLING";

/** True while the service changes the state of the policy. */
export const isSettling = (policy: CompliancePolicy | undefined): boolean =>
  hasPolicy(policy) && ["ENABLING", "UPDATING", "DISABLING"].includes(policy.state ?? "");

/** Actions that nobody in the project can do while there is a policy. */
export const IMPOSSIBLE: readonly string[] = [
  "Snapshots cannot be deleted, and their retention cannot be shortened.",
  "Retention, window and frequency of the policy cannot be reduced, and its items cannot be removed.",
  "Backup and point-in-time restore cannot be disabled where the policy requires them.",
  "Terminated clusters keep their snapshots, and their names cannot be reused.",
  "Backup costs cannot go down.",
];

type Authorised = Partial<
  Pick<CompliancePolicy, "authorizedUserFirstName" | "authorizedUserLastName" | "authorizedEmail">
>;

/** Name and address of the authorised person. */
export function formatPerson(policy: Authorised): string {
  const { authorizedUserFirstName, authorizedUserLastName, authorizedEmail } = policy;
  const name = `${authorizedUserFirstName?.trim() ?? ""} ${authorizedUserLastName?.trim() ?? ""}`.trim();
  const email = authorizedEmail?.trim() ?? "";
  if (name === "") return email === "" ? "unknown" : email;
  return email === "" ? name : `${name} <${email}>`;
}
