import * as z from "zod";
import { DELETION, type Entity, operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, flag, many, secret, text } from "./schema/fields.ts";

/** Sources of a migration into an organisation, and the link to the on-premises manager: specification 2.16 and 4.12 (E65 to E67). */

const ADDRESSES = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()] as const;

const isAddress = (value: string): boolean => ADDRESSES.some((schema) => schema.safeParse(value).success);

/** Body of E67. */
const LinkTokenBody = body(
  z.strictObject({
    accessListIps: z
      .array(z.string().refine(isAddress, "enter an address such as 198.51.100.7, or a range such as 203.0.113.0/24"))
      .optional()
      .meta({
        title: "Allowed addresses",
        help: "Addresses and ranges allowed to use the link token",
        example: "198.51.100.7",
        ghost: "any address",
        assumes: "accessListIps takes addresses and CIDR ranges, of either family",
      }),
  }),
);

/** The token that links an organisation, answered only once. */
const LinkToken = z.looseObject({ linkToken: secret().meta({ title: "Link token", secret: true }) });

/** A deployment that can be migrated. */
export const SourceDeployment = z.looseObject({
  agentVersion: text(),
  clusterId: text(),
  databaseVersion: text(),
  dbSizeBytes: amount(),
  featureCompatibilityVersion: text(),
  managed: flag(),
  name: text(),
  oplogSizeMB: amount(),
  sharded: flag(),
  shardsSize: amount(),
  tlsEnabled: flag(),
});

/** A project of the on-premises manager. */
export const SourceProject = z.looseObject({
  deployments: many(SourceDeployment),
  migrationHosts: many(z.string()),
  name: text(),
  projectId: text(),
});

export type SourceDeployment = z.output<typeof SourceDeployment>;
export type SourceProject = z.output<typeof SourceProject>;

const linkToken: Entity = { name: "link token", id: [], parent: "organisation" };

const common = {
  area: "source-projects",
  roles: ["Organization Owner"],
  budget: "cloud-migration-org",
} as const;
const PATH = "/orgs/{orgId}/liveMigrations";

export const sourceProjectOperations = operationTable({
  listSourceProjects: {
    ...common,
    entity: { name: "source project", id: ["projectId"], parent: "organisation" },
    spec: "E65",
    aliases: ["listOrgLiveMigrationAvailableProjects"],
    title: "List source projects",
    path: `${PATH}/availableProjects`,
    roles: [],
    response: z.array(SourceProject),
    answer: "array",
    assumes: [
      "no role is named for source projects: any assigned role of the organisation is enough",
      "an organisation that is not linked has no source projects",
    ],
  },
  deleteLinkToken: {
    ...common,
    entity: linkToken,
    spec: "E66",
    aliases: ["deleteOrgLiveMigrationLinkTokens"],
    title: "Delete link token",
    ...DELETION,
    path: `${PATH}/linkTokens`,
    queryFlags: "E",
    risk: "disruptive",
    assumes: [
      "with an active migration it is 409, without a link 404 with errorCode UNEXPECTED_ERROR",
      "success is 204 without a body",
      "the 409 has the code CANNOT_DELETE_ORG_ACTIVE_LIVE_MIGRATION_ATLAS_ORG_LINK",
    ],
  },
  createLinkToken: {
    ...common,
    entity: linkToken,
    spec: "E67",
    aliases: ["createOrgLiveMigrationLinkToken"],
    title: "Create link token",
    method: "POST",
    path: `${PATH}/linkTokens`,
    body: LinkTokenBody,
    response: LinkToken,
    risk: "disruptive",
    assumes: [
      "one link an organisation: a new token replaces the current one",
      "linkToken is returned once and never again",
    ],
  },
});
