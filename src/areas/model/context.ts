import type { AreaId } from "../../contract/area-ids.ts";
import type { Json } from "../../contract/json/json.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import type { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Cluster } from "../../domain/cluster.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Lookup, Unread } from "../../state/answers/lookup.ts";
import type { Omissions } from "../../state/answers/omissions.ts";
import type { Cached } from "../../state/answers/resources.ts";
import type { Drift } from "../../state/drift.ts";
import type { KnownName, NameKind } from "../../state/names/names.ts";
import type { Pin } from "../../state/pins.ts";
import type { RunbookRun } from "../../state/runbooks.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import type { SentWrite, UnknownWrite } from "../../state/writes/unknown-writes.ts";

/** What an area may look at while it computes a screen: where one is, and the cached answers. */

/** A project of the profile, with its clusters as far as they are known, and what is known of which there are. */
export type Project = {
  readonly id: GroupId;
  readonly name: string;
  readonly clusters: readonly Cluster[];
  readonly clusterList?: Lookup;
  /** The same by the lists of the project itself, which know of what kind each is. The console asks for them where a list stands on them. */
  readonly own?: { readonly clusters: readonly Cluster[]; readonly clusterList: Lookup };
};

/** Where one is: the ids that requests need and the names that people know. */
export type Scope = {
  readonly groupId: GroupId;
  readonly groupName: string;
  readonly orgId: OrgId | null;
  readonly orgName: string | null;
  /** The cluster that cluster-scoped areas are narrowed to (`c`). */
  readonly cluster: string | null;
  /** The clusters of the project that are known, or the one that is narrowed to. Same object while nothing changed. */
  readonly clusters: readonly Cluster[];
  /** What is known of which clusters the project has, where they were not simply read: that none is named may say nothing. */
  readonly clusterList?: Lookup;
  /** All projects of the profile, by name, for a screen that looks beyond one. Same object while nothing changed. */
  readonly projects: readonly Project[];
  /**
   * Things that were seen and that the service gives no list of (migrations, validations), of all projects, most recently seen
   * first: what a screen asks can depend on them. Same object while nothing changed.
   */
  readonly unlisted: readonly KnownName[];
  /** What was pinned in this profile, of all projects, the oldest first. Same object while nothing changed. */
  readonly pins?: readonly Pin[];
  /** How a project of the profile stands to the files of settings that are named for it; null where nothing is known. */
  readonly drift?: Drift | null;
  /** What this list was asked beyond its own questions (a filter that the service applies, a host): texts by name. */
  readonly params: ListParams;
};

/** Answers to the questions of a list (`Effect` of kind `params`). Kept per view across restarts. */
export type ListParams = Readonly<Record<string, string>>;

/** What an area may look at while it computes a screen. Pure: the same context gives the same model. */
export type Context = {
  readonly scope: Scope;
  readonly cached: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Cached<AnswerOf<Id>> | undefined;
  /** Why the newest attempt at an answer failed, or null. What was held before is still held. */
  readonly unread: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Unread | null;
  /**
   * When the service last said what is held (its time, ms); null where it did not yet: what is held is of an earlier console then, or
   * a write went over it since. A screen is not drawn anew for it alone: what
   * it says may be older than the truth, never newer.
   */
  readonly asOf: <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => number | null;
  /**
   * Names that were seen, most recently first; for suggestions and actions. A screen that draws with it is not drawn anew when
   * names are learnt.
   */
  readonly known: (kind: NameKind, project?: string | null) => readonly KnownName[];
  /** Readings of a thing over time, the oldest first (`lagKey`, `exportKey` of `state/samples/samples.ts`); empty while none is known. */
  readonly ring: (key: SampleKey) => Ring;
  /** The runbooks of this project that were begun, the newest first (`domain.md` 18); null while they are not read from disk. */
  readonly runbooks: readonly RunbookRun[] | null;
  /**
   * Writes of this profile whose answer never came, in the order in which they were sent (the service's time): each may have happened, and
   * the service has not shown yet what came of it.
   */
  readonly unknownWrites: readonly UnknownWrite[];
  /** Writes from this machine that were accepted and that no answer shows yet, in the order in which they were sent (the service's time). */
  readonly acceptedWrites: readonly SentWrite[];
  /** What the sidebar calls an area. */
  readonly areaLabel: (area: AreaId) => string;
  /** The service's time in ms, to the minute where nothing finer is needed. */
  readonly now: number;
  readonly zone: "local" | "utc";
  /** When this list was last looked at with the same questions (`scope.params`), and what stood there then. */
  readonly lastLook: { readonly at: number; readonly ids: ReadonlySet<string> } | null;
};

/** Asks the service now, for facts and for suggestions. `omitted`: what the answer had and the data has not; null or absent where it has all. */
export type Ask = <Id extends OperationId>(
  operation: Id,
  args: ArgsOf<Id>,
) => Promise<{ data: AnswerOf<Id>; raw: Json; at: number; omitted?: Omissions | null }>;
