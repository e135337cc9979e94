import * as z from "zod";
import { type Entity, operationTable } from "./operation.ts";
import { amount, flag, Links, listOf, many, text } from "./schema/fields.ts";
import { ClusterName, GroupId } from "./schema/ids.ts";

/**
 * Organisations, projects and clusters: read-only and outside the specification (`service-decisions.md`). The console reads them once per profile for
 * names and kinds, and works without them if a service answers 404. All other requests use these ids and names, so a row with an id or name of
 * another shape counts as unreadable.
 */
const Organisation = z.looseObject({ id: z.string().brand<"OrgId">(), name: text(), links: Links });

const ProjectRecord = z.looseObject({
  id: GroupId,
  name: text(),
  orgId: z.string().brand<"OrgId">().nullish(),
  created: text(),
  clusterCount: amount(),
  links: Links,
});

const Region = z.looseObject({
  providerName: text(),
  regionName: text(),
  electableSpecs: z.looseObject({ instanceSize: text() }).nullish(),
});

export const ClusterRecord = z.looseObject({
  id: text(),
  groupId: text(),
  name: ClusterName,
  clusterType: text(),
  paused: flag(),
  stateName: text(),
  databaseVersion: text(),
  connectionStrings: z.looseObject({ standard: text() }).nullish(),
  replicationSpecs: many(z.looseObject({ regionConfigs: many(Region) })),
  links: Links,
});

const FlexCluster = z.looseObject({
  id: text(),
  name: ClusterName,
  stateName: text(),
  databaseVersion: text(),
  connectionStrings: z.looseObject({ standard: text() }).nullish(),
  providerSettings: z.looseObject({ backingProviderName: text(), regionName: text() }).nullish(),
  links: Links,
});

const ProjectClusters = z.looseObject({
  groupId: GroupId,
  groupName: text(),
  orgId: text(),
  orgName: text(),
  clusters: many(z.looseObject({ name: ClusterName, type: text(), versions: many(z.string()) })),
});

export type ClusterRecord = z.output<typeof ClusterRecord>;

const organisation: Entity = { name: "organisation", id: ["id"], parent: null };
const project: Entity = { name: "project", id: ["id"], parent: null };
const cluster: Entity = { name: "cluster", id: ["id"], namedBy: "name", parent: "project" };
const flexCluster: Entity = { name: "flex cluster", id: ["id"], namedBy: "name", parent: "project" };

const read = { spec: null, area: null, roles: [], budget: "projects" } as const;

export const projectOperations = operationTable({
  listOrganizations: {
    ...read,
    entity: organisation,
    title: "List organisations",
    path: "/orgs",
    response: listOf(Organisation),
    answer: "list",
  },
  getOrganization: {
    ...read,
    entity: organisation,
    title: "Get organisation",
    path: "/orgs/{orgId}",
    response: Organisation,
  },
  listProjects: {
    ...read,
    entity: project,
    title: "List projects",
    path: "/groups",
    response: listOf(ProjectRecord),
    answer: "list",
  },
  getProject: {
    ...read,
    entity: project,
    title: "Get project",
    path: "/groups/{groupId}",
    response: ProjectRecord,
  },
  getProjectByName: {
    ...read,
    entity: project,
    title: "Get project by name",
    path: "/groups/byName/{name}",
    response: ProjectRecord,
  },
  listOrganizationProjects: {
    ...read,
    entity: project,
    title: "List projects of an organisation",
    path: "/orgs/{orgId}/groups",
    response: listOf(ProjectRecord),
    answer: "list",
  },
  listClustersOfAllProjects: {
    ...read,
    title: "List clusters of all projects",
    path: "/clusters",
    response: listOf(ProjectClusters),
    answer: "list",
  },
  listClusters: {
    ...read,
    entity: cluster,
    title: "List clusters",
    path: "/groups/{groupId}/clusters",
    response: listOf(ClusterRecord),
    answer: "list",
  },
  getCluster: {
    ...read,
    entity: cluster,
    title: "Get cluster",
    path: "/groups/{groupId}/clusters/{clusterName}",
    response: ClusterRecord,
  },
  listFlexClusters: {
    ...read,
    entity: flexCluster,
    title: "List flex clusters",
    path: "/groups/{groupId}/flexClusters",
    response: listOf(FlexCluster),
    answer: "list",
  },
  getFlexCluster: {
    ...read,
    entity: flexCluster,
    title: "Get flex cluster",
    path: "/groups/{groupId}/flexClusters/{clusterName}",
    response: FlexCluster,
  },
});
