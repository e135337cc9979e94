import { textIn } from "../../contract/json/json.ts";
import { accessRoles } from "../../domain/access-role.ts";
import { bucketOf } from "../../domain/export-jobs/export-bucket.ts";
import { asking } from "../model/effect.ts";
import { idOfRow, KIND_DEFAULTS, type SettingsKind, type SettingsReference } from "../model/settings-kind.ts";
import { projectArgs } from "../queries/args.ts";
import { rowsOfList } from "../queries/document.ts";
import { openCreate, remove } from "./actions.ts";
import { createPlan } from "./form.ts";

/** Export buckets in files. A bucket cannot be changed: it is removed and registered anew. */
export const exportBucketKind: SettingsKind = {
  file: {
    ...KIND_DEFAULTS,
    name: "export-bucket",
    title: "export bucket",
    plural: "export buckets",
    inCluster: false,
    plan: createPlan([], []),
    references: [
      { path: "iamRoleId", to: "access-role" },
      { path: "roleId", to: "access-role" },
    ],
    identityOf: ({ cloudProvider = "", bucketName = "" }) => `${String(cloudProvider)} ${String(bucketName)}`,
    // A bucket may be registered twice, with different roles.
    isExact: false,
    nameOf: (settings) => textIn(settings, "bucketName") ?? "",
  },
  read: async (ask, scope) =>
    rowsOfList(await ask("listExportBuckets", projectArgs(scope))).map((document) => {
      const id = idOfRow(document, "_id");
      return {
        id,
        cluster: null,
        document,
        change: null,
        remove: (context) => ({ kind: "write", plan: remove(context, [id]) }),
      };
    }),
  create: (context) => asking("New export bucket", (ask) => openCreate(context, ask)),
};

export const buckets: SettingsReference = {
  name: "export-bucket",
  read: async (ask, scope) =>
    (await ask("listExportBuckets", projectArgs(scope))).data.results
      .map(bucketOf)
      .map(({ id, name }) => ({ id, name })),
};

export const roles: SettingsReference = {
  name: "access-role",
  read: async (ask, scope) =>
    accessRoles((await ask("listCloudProviderAccessRoles", projectArgs(scope))).data).flatMap(
      // A role without a name in its cloud is known by its id alone.
      ({ id, cloudName }) => (cloudName === null ? [] : [{ id, name: cloudName }]),
    ),
};
