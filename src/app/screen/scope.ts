import { weakMapMemoize } from "reselect";
import { isOfAll, paramsOfAll, thingIn } from "../../areas/all-projects.ts";
import { areaOf } from "../../areas/areas.ts";
import type { Screen } from "../../areas/model/area.ts";
import type { Project, Scope } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { type Cluster, clusterKind } from "../../domain/cluster.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { ALL_CLUSTERS, clusterQueries, lookupOfQueries } from "../../state/names/directory.ts";
import { isUnlisted, type KnownName } from "../../state/names/names.ts";
import { type ViewKey, viewIn } from "../../state/navigation/views.ts";
import { pinsIn } from "../../state/pins.ts";
import { createSelector } from "../../state/selector.ts";
import type { SessionState } from "../../state/session/session.ts";
import type { ConsoleState } from "../../state/store.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { Areas } from "./guarded-areas.ts";

/** Where one is, as areas see it: the project, its clusters, and what the list was asked. */

const NO_PARAMS: Scope["params"] = {};
const ALL_PROJECTS = paramsOfAll(NO_PARAMS);

/** What all projects are asked: the same object for the same params. */
const ofAll = weakMapMemoize(paramsOfAll);

const reasonIn = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.words : null);

const isSameLookup = (one: Lookup, other: Lookup): boolean =>
  one.kind === other.kind && reasonIn(one) === reasonIn(other);

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

/** The clusters of one project, by name. */
const clustersIn = (entries: SessionState["clusters"], project: string): readonly Cluster[] =>
  entries
    .filter(({ groupId }) => groupId === project)
    .map(({ name, kind, paused }) => ({ name, kind: clusterKind(kind), paused }))
    .sort(byName);

const areSameClusters = (one: readonly Cluster[], other: readonly Cluster[]): boolean =>
  areSameItems(
    one,
    other,
    (left, right) => left.name === right.name && left.kind === right.kind && left.paused === right.paused,
  );

const isSameList = (one: Lookup | undefined, other: Lookup | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameLookup(one, other));

/** Whether nothing of a project is another: what is made of it stands then. */
const isSameProject = (one: Project, other: Project): boolean =>
  one.name === other.name &&
  areSameClusters(one.clusters, other.clusters) &&
  areSameClusters(one.own?.clusters ?? [], other.own?.clusters ?? []) &&
  isSameList(one.clusterList, other.clusterList) &&
  isSameList(one.own?.clusterList, other.own?.clusterList);

/** The view of an area: what it is narrowed to is part of its name, unless it looks beyond one project. */
export function viewKeyOf(area: AreaId, scope: Pick<Scope, "groupId" | "cluster" | "params" | "projects">): ViewKey {
  const { groupId, cluster } = scope;
  if (areaOf(area).scope === "profile" || isOfAll(scope)) return area;
  return cluster === null ? `${groupId}/${area}` : `${groupId}/${area}/${cluster}`;
}

/** Whether an area can show all projects. */
export const canShowAll = (area: AreaId): boolean => areaOf(area).screen.isOfAllProjects !== undefined;

/** What the list of an area is asked beyond its own questions, in one project or in all of them. */
function paramsIn({ views, navigation: { place } }: ConsoleState, area: AreaId, plain: Scope): Scope["params"] {
  const { params: kept } = viewIn(views, area);
  // A thing that is called by its project stands among those of all, whoever names it: a link, the command line.
  const isNamed = place.area === area && place.ids.some((id) => thingIn(id) !== null);
  const params = isNamed ? ofAll(kept) : kept;
  if (isOfAll({ ...plain, params }) && canShowAll(area)) return params;
  return viewIn(views, viewKeyOf(area, plain)).params;
}

export type ScopeSelectors = {
  /**
   * The project that is looked at, as the current list sees it; null before one is known. The same object while nothing of it changed, so
   * that what is made of it stands as well.
   */
  readonly scope: (state: ConsoleState) => Scope | null;
  /** The same without what one list was asked: for what stands beside all of them. */
  readonly plainScope: (state: ConsoleState) => Scope | null;
  /** How an area is looked at now, whether or not it is the one on screen. */
  readonly scopeOf: (state: ConsoleState, area: AreaId) => Scope | null;
  /** Whether the current screen shows all projects and not only the one where one is. */
  readonly isOfAllProjects: (state: ConsoleState) => boolean;
  /** What badges count: as many projects as the current screen shows. */
  readonly badgeScope: (state: ConsoleState) => Scope | null;
};

/**
 * The scopes of one console.
 *
 * @param areas whose functions never throw, where it is shown which projects are looked at
 */
export function createScopeSelectors(areas: Pick<Areas, "of"> = { of: areaOf }): ScopeSelectors {
  const groupIdIn = ({ session }: ConsoleState): SessionState["groupId"] => session.groupId;
  const entriesIn = ({ session }: ConsoleState): SessionState["clusters"] => session.clusters;
  const resourcesIn = ({ resources }: ConsoleState): ConsoleState["resources"] => resources;

  /** What is known of which clusters the project has: by its own lists where they were asked. */
  const clusterListOf = createSelector(
    [resourcesIn, groupIdIn],
    (resources, groupId) => lookupOfQueries({ resources }, groupId === null ? ALL_CLUSTERS : clusterQueries(groupId)),
    { memoizeOptions: { resultEqualityCheck: isSameLookup } },
  );
  /** The same of the others, by the list over all projects. */
  const otherListOf = createSelector([resourcesIn], (resources) => lookupOfQueries({ resources }, ALL_CLUSTERS), {
    memoizeOptions: { resultEqualityCheck: isSameLookup },
  });
  const kept = new Map<string, Project>();
  const projectsOf = createSelector(
    [
      ({ session }: ConsoleState) => session.projects,
      entriesIn,
      groupIdIn,
      clusterListOf,
      otherListOf,
      ({ resources }: ConsoleState) => resources.listClusters,
      ({ resources }: ConsoleState) => resources.listFlexClusters,
    ],
    (projects, entries, groupId, here, others, listClusters, listFlexClusters): readonly Project[] => {
      const lists = { ...(listClusters && { listClusters }), ...(listFlexClusters && { listFlexClusters }) };
      return projects
        .map(
          ({ id, name }): Project => ({
            id,
            name,
            clusters: clustersIn(entries, id),
            clusterList: id === groupId ? here : others,
            own: {
              clusters: clustersIn(
                entries.filter(({ isRough }) => isRough !== true),
                id,
              ),
              clusterList: lookupOfQueries({ resources: lists }, clusterQueries(id)),
            },
          }),
        )
        .sort(byName)
        .map((project) => {
          const before = kept.get(project.id);
          const same = before !== undefined && isSameProject(before, project) ? before : project;
          kept.set(project.id, same);
          return same;
        });
    },
  );

  // Names that were only seen somewhere stand in where the service lists no clusters: one of them may be gone.
  const seenNames = (state: ConsoleState): ConsoleState["names"] | null =>
    ["read", "asking", "partly"].includes(clusterListOf(state).kind) ? null : state.names;
  // Of what kind one is, its project's own list says: asked by a rough kind, the service refuses.
  const isUnsure = (state: ConsoleState): boolean => clusterListOf(state).kind === "asking";
  const clustersOf = createSelector(
    [entriesIn, groupIdIn, ({ navigation }: ConsoleState) => navigation.cluster, seenNames, isUnsure],
    (entries, groupId, narrowed, seen, unsure): readonly Cluster[] => {
      const all = new Map<string, Cluster>();
      for (const { kind, project, name, about } of seen?.values() ?? []) {
        if (kind === "cluster" && project === groupId) {
          all.set(name, { name, kind: clusterKind(about?.["kind"] ?? null), paused: null });
        }
      }
      for (const { groupId: project, name, kind, paused, isRough } of entries) {
        if (project === groupId && !(unsure && isRough === true)) {
          all.set(name, { name, kind: clusterKind(kind), paused });
        }
      }
      return narrowed === null
        ? [...all.values()].sort(byName)
        : [all.get(narrowed) ?? { name: narrowed, kind: "unknown", paused: null }];
    },
  );
  /** What was seen of things without a list, most recently first. */
  const unlistedOf = createSelector(
    [({ names }: ConsoleState) => names],
    (names): readonly KnownName[] =>
      [...names.values()].filter(isUnlisted).sort((left, right) => right.lastSeen - left.lastSeen),
    { memoizeOptions: { resultEqualityCheck: areSameItems } },
  );

  const pinsOf = createSelector([({ pins }: ConsoleState) => pins], pinsIn);

  const plainScope = createSelector(
    [
      groupIdIn,
      ({ session }: ConsoleState) => session.groupName,
      ({ session }: ConsoleState) => session.orgId,
      ({ session }: ConsoleState) => session.orgName,
      ({ navigation }: ConsoleState) => navigation.cluster,
      clustersOf,
      clusterListOf,
      projectsOf,
      unlistedOf,
      pinsOf,
      ({ drift }: ConsoleState) => drift,
    ],
    (groupId, name, orgId, orgName, cluster, clusters, clusterList, projects, unlisted, pins, drift): Scope | null =>
      groupId === null
        ? null
        : {
            groupId,
            groupName: name ?? groupId,
            orgId,
            orgName,
            cluster,
            clusters,
            clusterList,
            projects,
            unlisted,
            pins,
            drift,
            params: NO_PARAMS,
          },
  );
  const withParams = weakMapMemoize((plain: Scope, params: Scope["params"]): Scope => ({ ...plain, params }));
  const scopeOf = (state: ConsoleState, area: AreaId): Scope | null => {
    const plain = plainScope(state);
    return plain && withParams(plain, paramsIn(state, area, plain));
  };
  const scope = (state: ConsoleState): Scope | null => scopeOf(state, state.navigation.place.area);
  const isOfAllProjects = (state: ConsoleState): boolean => {
    const now = scope(state);
    return now !== null && areas.of(state.navigation.place.area).screen.isOfAllProjects?.(now) === true;
  };
  return {
    plainScope,
    scope,
    scopeOf,
    isOfAllProjects,
    badgeScope: (state) => {
      const plain = plainScope(state);
      return plain && isOfAllProjects(state) ? withParams(plain, ALL_PROJECTS) : plain;
    },
  };
}

/** What asks: a screen, or the badge of an area. */
type Asking = Pick<Screen, "queries" | "lookups">;

/** What is asked in a scope: the same questions as long as it stands, whose keys are known then. */
export const queriesOf = weakMapMemoize((asking: Asking, scope: Scope): readonly Query[] => asking.queries(scope));

/** What the questions of a scope are made of. */
export const lookupsOf = weakMapMemoize(
  (asking: Asking, scope: Scope): readonly Query[] => asking.lookups?.(scope) ?? [],
);
