import { DAY } from "../../text/durations.ts";
import { objectId, type Random, randomOf } from "../random.ts";

/** Names of the sample's organisation and of the project that a console opens first. */
export const FIRST_NAMES = { orgName: "Acme", groupName: "Payments" } as const;

/** Age of that organisation and project when the sample was laid (days). */
export const FIRST_AGES = { org: 400, group: 390 } as const;

/** Random numbers of the ids of organisation and projects. */
export const randomOfProjects = (seed: number): Random => randomOf(String(seed), "projects");

/**
 * Their ids, which are known before the sample is laid.
 *
 * @param founded time from which their age counts (ms)
 * @param random that of `randomOfProjects`, unused: the ids are its first numbers
 */
export const firstIds = (founded: number, random: Random): { readonly orgId: string; readonly groupId: string } => ({
  orgId: objectId(founded - FIRST_AGES.org * DAY, random),
  groupId: objectId(founded - FIRST_AGES.group * DAY, random),
});
