import * as z from "zod";
import * as ids from "./schema/ids.ts";
import { ofLength } from "./schema/lengths.ts";

/** The parameters of paths: one of a name is the same in every path. */

const existingName = (title: string) => z.string().min(1, ofLength("enter a name")).meta({ title });

const PATH_PARAMS = {
  alertConfigId: ids.AlertConfigId,
  alertId: ids.AlertId,
  clusterName: ids.ClusterName,
  collectionName: existingName("Collection"),
  databaseName: existingName("Database"),
  exportBucketId: ids.ExportBucketId,
  exportId: ids.ExportJobId,
  groupId: ids.GroupId,
  hostname: ids.Hostname,
  indexId: ids.SearchIndexId,
  indexName: existingName("Index name"),
  liveMigrationId: ids.LiveMigrationId,
  name: z.string().min(1, ofLength()),
  orgId: ids.OrgId,
  restoreJobId: ids.RestoreJobId,
  roleId: ids.RoleId,
  snapshotId: ids.SnapshotId,
  validationId: ids.ValidationId,
};

type PathParams = typeof PATH_PARAMS;

type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;

/** Parameters of a path with braces, by their names. */
export type ParamsIn<Path extends string> = { readonly [Name in NameIn<Path> & keyof PathParams]: PathParams[Name] };

const isParam = (name: string): name is keyof PathParams => Object.hasOwn(PATH_PARAMS, name);

/** The same as values, in the order of the path. */
export const paramsIn = (path: string): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => {
      if (!isParam(name)) throw new TypeError(`no parameter of a path is called ${name}`);
      return [name, PATH_PARAMS[name]];
    }),
  );
