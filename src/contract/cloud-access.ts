import * as z from "zod";
import { CLOUD_LABELS, CLOUDS } from "./clouds.ts";
import { operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { knownValues, many, text } from "./schema/fields.ts";
import { tolerantUnion } from "./schema/unions.ts";

/** Cloud provider access roles: specification 2.17 and 4.13 (E68 to E70). */

const azureId = (title: string, help: string) =>
  z
    .guid("enter an id such as 3f1f5c5e-3f5e-4c1b-9f3a-0a1b2c3d4e5f")
    .optional()
    .meta({ title, help, example: "3f1f5c5e-…", assumes: `${title} of an Azure request` });

/** Body of create: the provider, and the ids that Azure needs. */
const CloudAccessBody = body(
  z.strictObject({
    providerName: knownValues(CLOUDS).meta({
      title: "Provider",
      help: "Cloud of the role",
      example: "AWS",
      known: CLOUDS,
      words: CLOUD_LABELS,
      assumes: "values of providerName: the public names of the three providers",
    }),
    atlasAzureAppId: azureId("Application id", "Azure only: application the service signs in as"),
    servicePrincipalId: azureId("Service principal", "Azure only: principal that gets the access"),
    tenantId: azureId("Tenant", "Azure only: directory of the principal"),
  }),
  [
    {
      name: "second-provider-fields",
      path: ["providerName"],
      message: "application id, service principal and tenant are for Azure only",
      test: ({ providerName, atlasAzureAppId, servicePrincipalId, tenantId }) =>
        providerName === "AZURE" ||
        [atlasAzureAppId, servicePrincipalId, tenantId].every((value) => value === undefined),
    },
  ],
);

const usage = z.looseObject({ featureType: text(), featureId: z.unknown().optional() });
const record = { createdDate: text(), featureUsages: many(usage) };

const FirstProviderRole = z.looseObject({
  providerName: z.literal("AWS"),
  roleId: z.string().brand<"RoleId">().nullish(),
  atlasAWSAccountArn: text(),
  atlasAssumedRoleExternalId: text(),
  authorizedDate: text(),
  iamAssumedRoleArn: text(),
  ...record,
});

const SecondProviderRole = z.looseObject({
  providerName: z.literal("AZURE"),
  _id: z.string().brand<"RoleId">().nullish(),
  atlasAzureAppId: text(),
  servicePrincipalId: text(),
  tenantId: text(),
  lastUpdatedDate: text(),
  ...record,
});

const ThirdProviderRole = z.looseObject({
  providerName: z.literal("GCP"),
  roleId: z.string().brand<"RoleId">().nullish(),
  gcpServiceAccountForAtlas: text(),
  status: text(),
  ...record,
});

/** A role record; an unknown provider's record passes unchanged. */
const CloudAccessRole = tolerantUnion("providerName", [FirstProviderRole, SecondProviderRole, ThirdProviderRole]);

/** The fields of a record of any provider, known or not. */
export const AnyAccessRole = z.looseObject({
  ...FirstProviderRole.shape,
  ...SecondProviderRole.shape,
  ...ThirdProviderRole.shape,
  providerName: text(),
  featureUsages: many(
    z.looseObject({ featureType: text(), featureId: z.looseObject({ bucketName: text() }).nullish() }),
  ),
});

/** All records of a project, one array per provider. */
export const CloudAccessRoles = z.looseObject({
  awsIamRoles: many(FirstProviderRole),
  azureServicePrincipals: many(SecondProviderRole),
  gcpServiceAccounts: many(ThirdProviderRole),
});

export type CloudAccessRoles = z.output<typeof CloudAccessRoles>;

const common = {
  area: "cloud-access",
  entity: { name: "access role", id: ["roleId", "_id"], parent: "project" },
  roles: ["Project Owner"],
  budget: "cloud-provider-access",
} as const;
const PATH = "/groups/{groupId}/cloudProviderAccess";

export const cloudAccessOperations = operationTable({
  listCloudProviderAccessRoles: {
    ...common,
    spec: "E68",
    aliases: ["listGroupCloudProviderAccess"],
    title: "List cloud provider access roles",
    path: PATH,
    response: CloudAccessRoles,
    kind: "list",
    assumes: [
      "names of the arrays and of the unnamed fields of role records: the public ones",
      "a third array for GCP",
      "a role lists the buckets that use it, under featureUsages",
    ],
  },
  createCloudProviderAccessRole: {
    ...common,
    spec: "E69",
    aliases: ["createGroupCloudProviderAccess"],
    title: "Create cloud provider access role",
    method: "POST",
    path: PATH,
    body: CloudAccessBody,
    response: CloudAccessRole,
    assumes: ["a new role is authorised outside this API; a GCP role starts as NOT_INITIATED"],
  },
  getCloudProviderAccessRole: {
    ...common,
    spec: "E70",
    aliases: ["getGroupCloudProviderAccess"],
    title: "Get cloud provider access role",
    path: `${PATH}/{roleId}`,
    queryFlags: null,
    response: CloudAccessRole,
    assumes: ["an absent role is 404 CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND"],
  },
});
