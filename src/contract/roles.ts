/** The roles that the specification names (part 5). */
export const ROLES = [
  "Project Read Only",
  "Project Owner",
  "Project Monitoring Admin",
  "Project Database Access Admin",
  "Project Data Access Read Write",
  "Project Data Access Admin",
  "Project Backup Manager",
  "Project Service Admin",
  "Organization Owner",
  "Organization Member",
] as const;

export type Role = (typeof ROLES)[number];

/** True if a caller's roles suffice. Owners include the lesser roles of their scope; if `needed` is empty, any role suffices. */
export function rolesAllow(assigned: readonly Role[], needed: readonly Role[]): boolean {
  if (assigned.includes("Organization Owner")) return true;
  if (needed.length === 0) return assigned.length > 0;
  if (needed.some((role) => assigned.includes(role))) return true;
  const owner = assigned.includes("Project Owner");
  return owner && needed.some((role) => role.startsWith("Project "));
}
