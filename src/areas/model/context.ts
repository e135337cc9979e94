import type { AreaId } from "../../contract/area-ids.ts";
import type { Json } from "../../contract/json/json.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import type { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Lookup, Unread } from "../../state/answers/lookup.ts";
import type { Omissions } from "../../state/answers/omissions.ts";
import type { Cached } from "../../state/answers/resource.ts";
import type { Drift } from "../../state/drift.ts";
import type { NameKind } from "../../state/names/name-kind.ts";
import type { KnownName } from "../../state/names/names.ts";
import type { Pin } from "../../state/pins.ts";
import type { RunbookRun } from "../../state/runbooks.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import type { SentWrite, UnknownWrite } from "../../state/writes/unknown-writes.ts";
import type { KeyNames } from "./key-names.ts";

/** Data that an area may use to compute a screen: the current scope and the cached answers. */

/** A project of the profile, with its known clusters and the state of its cluster list. */
export type Project = {
  readonly id: GroupId;
  readonly name: string;
  readonly clusters: readonly Cluster[];
  readonly clusterList?: Lookup;
  /** Clusters by the project's own lists, which say of which kind each is. The console requests these where a list depends on them. */
  readonly own?: { readonly clusters: readonly Cluster[]; readonly clusterList: Lookup };
};

/** The current scope: the ids that requests need and the names that people know. */
export type Scope = {
  readonly groupId: GroupId;
  readonly groupName: string;
  readonly orgId: OrgId | null;
  readonly orgName: string | null;
  /** The cluster that cluster-scoped areas are narrowed to (`c`). */
  readonly cluster: string | null;
  /** The known clusters of the project, or the one that is narrowed to. The same object while nothing changes. */
  readonly clusters: readonly Cluster[];
  /** State of the project's cluster list, where it was not simply read: an empty `clusters` may then mean nothing. */
  readonly clusterList?: Lookup;
  /** All projects of the profile, by name, for a screen that covers more than one. The same object while nothing changes. */
  readonly projects: readonly Project[];
  /**
   * Things seen in answers that the service gives no list of (migrations, validations), of all projects, most recently seen first: the queries of a
   * screen can depend on them. The same object while nothing changes.
   */
  readonly unlisted: readonly KnownName[];
  /** The pins of this profile, of all projects, the oldest first. The same object while nothing changes. */
  readonly pins?: readonly Pin[];
  /** Drift of a project of the profile from the settings files that are named for it; null where nothing is known. */
  readonly drift?: Drift | null;
  /** Parameters of this list beyond its own queries (a filter that the service applies, a host): texts by name. */
  readonly params: ListParams;
};

/** Parameters that were chosen for a list (`Effect` of kind `params`). Kept per view across restarts. */
export type ListParams = Readonly<Record<string, string>>;

/** What times are shown by: the current one, and the zone. */
export type Times = Pick<Context, "now" | "zone">;

/** Data that an area may use to compute a screen. Pure: the same context gives the same model. */
export type Context = {
  readonly scope: Scope;
  readonly cached: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Cached<AnswerOf<Id>> | undefined;
  /** The reason why the latest request failed, or null. An answer from before stays cached. */
  readonly unread: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Unread | null;
  /**
   * When the service last confirmed the cached answer (service time, ms); null where it has not yet: the answer then is from an earlier session, or
   * a write has made it stale. A change of this time alone does not redraw a screen: the displayed time may be older than the true one, never newer.
   */
  readonly asOf: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => number | null;
  /** Names that were seen, most recently first; for suggestions and actions. A screen that uses them is not redrawn when names are added. */
  readonly known: (kind: NameKind, project?: string | null) => readonly KnownName[];
  /** Samples of a value over time, the oldest first (`lagKey`, `exportKey` of `state/samples/samples.ts`); empty while there are none. */
  readonly ring: (key: SampleKey) => Ring;
  /** The runbooks that were started in this project, the newest first (`domain.md` 18); null while they are not read from disk. */
  readonly runbooks: readonly RunbookRun[] | null;
  /**
   * Writes of this profile that got no answer, in the order in which they were sent (service time): each may have taken effect, and no later answer
   * has shown the outcome yet.
   */
  readonly unknownWrites: readonly UnknownWrite[];
  /** Writes from this machine that were accepted and that no answer shows yet, in the order in which they were sent (service time). */
  readonly acceptedWrites: readonly SentWrite[];
  /** Label of an area in the sidebar. */
  readonly areaLabel: (area: AreaId) => string;
  /** Key of a binding, as the person chose it: no text names a key by itself. */
  readonly key: KeyNames;
  /** The service time in ms, to the minute where nothing finer is needed. */
  readonly now: number;
  readonly zone: "local" | "utc";
  /** When this list was last viewed with the same parameters (`scope.params`), and the ids that it listed then. */
  readonly lastLook: { readonly at: number; readonly ids: ReadonlySet<string> } | null;
};

/**
 * Sends a request to the service now, for facts and for suggestions. `omitted`: what `raw` has and `data` has not; null or absent where nothing is
 * omitted.
 */
export type Ask = <Id extends OperationId>(
  operation: Id,
  args: ArgsOf<Id>,
) => Promise<{ data: AnswerOf<Id>; raw: Json; at: number; omitted?: Omissions | null }>;
