import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isThere } from "../../domain/policy-requirements.ts";
import type { Cell } from "../view.ts";

/** What a compliance policy does to a project, in words that cannot be misread (`domain.md` 9.4). */

const STATES: Readonly<Record<string, Cell>> = {
  ACTIVE: { text: "active", tone: "good" },
  ENABLING: { text: "being enabled", tone: "accent" },
  UPDATING: { text: "being updated", tone: "accent" },
  DISABLING: { text: "being disabled", tone: "accent" },
};

/** How a policy stands; an unknown state as the service wrote it. */
export function stateCell(policy: CompliancePolicy | undefined): Cell {
  if (!isThere(policy)) return { text: "no policy", tone: "dim" };
  return STATES[policy.state ?? ""] ?? policy.state ?? { text: "state not told", tone: "warn" };
}

/** It becomes something else by itself. */
export const isSettling = (policy: CompliancePolicy | undefined): boolean =>
  isThere(policy) && ["ENABLING", "UPDATING", "DISABLING"].includes(policy.state ?? "");

/** What nobody in the project can do any more while there is a policy. */
export const IMPOSSIBLE: readonly string[] = [
  "No snapshot can be deleted, and none can be let go earlier.",
  "No retention, window or frequency of this policy can be made less, and no item of it removed.",
  "Backup and point-in-time cannot be switched off where the policy asks for them.",
  "Clusters that are terminated keep their snapshots, and their names stay taken.",
  "What backups cost cannot go down.",
];

/** The authorised person in words. */
export function personWords(policy: Readonly<Record<string, unknown>>): string {
  const text = (field: string): string => {
    const value = policy[field];
    return typeof value === "string" ? value.trim() : "";
  };
  const name = [text("authorizedUserFirstName"), text("authorizedUserLastName")]
    .filter((part) => part !== "")
    .join(" ");
  const email = text("authorizedEmail");
  if (name === "") return email === "" ? "not told" : email;
  return email === "" ? name : `${name} <${email}>`;
}
