import type { Json, JsonObject } from "../contract/json/json.ts";
import { lookupTable } from "../contract/json/own-values.ts";
import type { projectOperations } from "../contract/projects.ts";
import { type Call, type HandlerAnswer, type HandlersOf, pageOf, param, value } from "./requests/handler.ts";
import { notAllowed, notFound } from "./requests/http-error.ts";
import { makeDraft } from "./storage/draft.ts";
import { listAll } from "./storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction } from "./storage/storage.ts";

/** Organisations, projects and clusters, read-only (`service-decisions.md`, outside the specification). */

export const ORGANIZATION = "organization";
export const PROJECT = "project";
export const CLUSTER = "cluster";

/** Cluster types as the list of all clusters spells them. */
const TYPES: Readonly<Record<string, string>> = lookupTable({ REPLICASET: "REPLICA_SET", SHARDED: "SHARDED_CLUSTER" });

export const organizationDraft = (body: JsonObject & { id: string }): DocumentDraft =>
  makeDraft({ kind: ORGANIZATION, id: body.id, parent: "service", body });

export const projectDraft = (body: JsonObject & { id: string; orgId: string; name: string }): DocumentDraft =>
  makeDraft({ kind: PROJECT, id: body.id, parent: body.orgId, keys: [`name:${body.name}`], body });

/** A cluster's document. Flex clusters have lists of their own. */
export const clusterDraft = (groupId: string, body: JsonObject & { name: string }): DocumentDraft =>
  makeDraft({
    kind: CLUSTER,
    id: `${groupId}/${body.name}`,
    parent: groupId,
    keys: [body["clusterType"] === undefined ? "flex" : "dedicated"],
    body,
  });

const selfLink = (call: Call, path: string): Json => [{ href: call.href(path), rel: "self" }];

const organization = (call: Call, { id, body }: Document): JsonObject => ({
  ...body,
  links: selfLink(call, `/orgs/${id}`),
});

async function project(transaction: ReadTransaction, call: Call, { id, body }: Document): Promise<JsonObject> {
  const clusterCount = await transaction.count({ kind: CLUSTER, parent: id });
  return { ...body, clusterCount, links: selfLink(call, `/groups/${id}`) };
}

const cluster = (call: Call, { parent, body }: Document): JsonObject => {
  const list = body["clusterType"] === undefined ? "flexClusters" : "clusters";
  return { ...body, links: selfLink(call, `/groups/${parent}/${list}/${String(body["name"])}`) };
};

/** The projects in which the caller has a role. */
const visibleProjects = (transaction: ReadTransaction, call: Call): Promise<readonly Document[]> =>
  transaction.getAll(PROJECT, Object.keys(call.caller.projects));

const slice = <Item>(items: readonly Item[], { page }: Call): readonly Item[] =>
  items.slice(page.offset, page.offset + page.limit);

/** The rows of a page, in order. */
async function page(
  all: readonly Document[],
  call: Call,
  row: (document: Document) => Promise<JsonObject>,
): Promise<HandlerAnswer> {
  const rows: JsonObject[] = [];
  for (const one of slice(all, call)) rows.push(await row(one));
  return { kind: "page", rows, total: all.length };
}

async function clusterPage(transaction: ReadTransaction, call: Call, key: string) {
  const selection = { kind: CLUSTER, parent: param(call, "groupId"), key };
  return pageOf(transaction, call, selection, (row) => cluster(call, row));
}

async function oneCluster(transaction: ReadTransaction, call: Call, key: string) {
  const [groupId, name] = [param(call, "groupId"), param(call, "clusterName")];
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  if (document === undefined || !document.keys.includes(key)) {
    throw notFound("CLUSTER_NOT_FOUND", `There is no cluster ${name} in project ${groupId}.`, name, groupId);
  }
  return value(cluster(call, document));
}

export const projectHandlers: HandlersOf<keyof typeof projectOperations> = {
  async listOrganizations(transaction, call) {
    const all = await transaction.getAll(ORGANIZATION, Object.keys(call.caller.organizations));
    return { kind: "page", rows: slice(all, call).map((one) => organization(call, one)), total: all.length };
  },

  async getOrganization(transaction, call) {
    const orgId = param(call, "orgId");
    const document = await transaction.get(ORGANIZATION, orgId);
    if (document === undefined) throw notFound("ORG_NOT_FOUND", `There is no organisation ${orgId}.`, orgId);
    return value(organization(call, document));
  },

  async listProjects(transaction, call) {
    const all = await visibleProjects(transaction, call);
    return page(all, call, (one) => project(transaction, call, one));
  },

  async listOrganizationProjects(transaction, call) {
    const all = (await visibleProjects(transaction, call)).filter(({ parent }) => parent === param(call, "orgId"));
    return page(all, call, (one) => project(transaction, call, one));
  },

  async getProject(transaction, call) {
    const groupId = param(call, "groupId");
    const document = await transaction.get(PROJECT, groupId);
    if (document === undefined) throw notFound("GROUP_NOT_FOUND", `There is no project ${groupId}.`, groupId);
    return value(await project(transaction, call, document));
  },

  async getProjectByName(transaction, call) {
    const name = param(call, "name");
    const visible = (await visibleProjects(transaction, call)).find(({ body }) => body["name"] === name);
    if (visible !== undefined) return value(await project(transaction, call, visible));
    for (const { id } of await listAll(transaction, { kind: ORGANIZATION, parent: "service" })) {
      const others = await transaction.count({ kind: PROJECT, parent: id, key: `name:${name}` });
      if (others > 0) throw notAllowed("NOT_IN_GROUP", `You have no access to the project ${name}.`, name);
    }
    throw notFound("GROUP_NOT_FOUND", `There is no project ${name}.`, name);
  },

  async listClustersOfAllProjects(transaction, call) {
    const all = await visibleProjects(transaction, call);
    return page(all, call, (one) => clustersOf(transaction, one));
  },

  listClusters: (transaction, call) => clusterPage(transaction, call, "dedicated"),
  getCluster: (transaction, call) => oneCluster(transaction, call, "dedicated"),
  listFlexClusters: (transaction, call) => clusterPage(transaction, call, "flex"),
  getFlexCluster: (transaction, call) => oneCluster(transaction, call, "flex"),
};

async function clustersOf(transaction: ReadTransaction, { id, parent, body }: Document): Promise<JsonObject> {
  const owner = await transaction.get(ORGANIZATION, parent);
  const clusters = await listAll(transaction, { kind: CLUSTER, parent: id });
  return {
    groupId: id,
    groupName: body["name"] ?? "",
    orgId: parent,
    orgName: owner?.body["name"] ?? "",
    clusters: clusters.map(({ body: one }) => ({
      name: one["name"] ?? "",
      type: TYPES[String(one["clusterType"])] ?? "REPLICA_SET",
      versions: [one["databaseVersion"] ?? ""],
    })),
  };
}
