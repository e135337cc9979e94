import * as z from "zod";
import { idIn } from "../../contract/entities.ts";
import { isObject, type Json, textIn } from "../../contract/json/json.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { FileKind } from "../../settings/files.ts";
import { type AnyArgs, groupIdOf } from "../answers/query.ts";
import { rowsOf } from "../answers/structural-sharing.ts";
import type { Core } from "../core.ts";
import { servicePath } from "../files/file-names.ts";
import { createMergedList } from "../files/merged-list.ts";
import { furtherNames } from "./further-names.ts";
import type { NameKind } from "./name-kind.ts";

/** A name seen in an answer or entered: nobody types what could be picked (`domain.md` 1.7). Times in ms. */
export type KnownName = {
  readonly kind: NameKind;
  readonly name: string;
  /** Id of the thing, if it has one besides its name. */
  readonly id: string | null;
  /** Id of its project; null for things above projects. */
  readonly project: string | null;
  /** Source, as shown: `seen in an alert`. */
  readonly source: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Facts by name that its own answers do not contain (the destination of a migration). No secrets. */
  readonly about?: Readonly<Record<string, string>> | undefined;
};

export type NamesState = ReadonlyMap<string, KnownName>;

export type NamesSlice = { readonly names: NamesState };

export type NameActions = {
  readonly load: () => Promise<void>;
  /** The name of an id, if known. */
  readonly nameOf: (id: string) => string | undefined;
  /** Stores a name that a person gave. */
  readonly remember: (sighting: Sighting) => void;
};

export const NO_NAMES: NamesState = new Map();

/** Kinds without a list endpoint: what is not remembered of them is lost (`domain.md` 14.5). They are identified by id. */
const UNLISTED = ["migration", "validation"] as const satisfies readonly NameKind[];

const KINDS = [
  "organisation",
  "project",
  "cluster",
  "host",
  "replica-set",
  "region",
  "address",
  ...UNLISTED,
] as const satisfies readonly NameKind[];

const KnownName = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  id: z.string().nullable(),
  project: z.string().nullable(),
  source: z.string(),
  firstSeen: z.number(),
  lastSeen: z.number(),
  about: z.record(z.string(), z.string()).optional(),
});

const NamesFile = {
  what: "the known names",
  version: 1,
  schema: z.object({ names: z.array(KnownName).readonly() }),
} satisfies FileKind;

/** Fields of any row that name something: in its own project, or in the one that another field names (a restore to a cluster elsewhere). */
const NAMING_FIELDS: readonly (readonly [field: string, kind: NameKind, projectField?: string])[] = [
  ["clusterName", "cluster"],
  ["targetClusterName", "cluster", "targetGroupId"],
  ["serverlessInstanceName", "cluster"],
  ["hostnameAndPort", "host"],
  ["hostname", "host"],
  ["replicaSetName", "replica-set"],
];

/** Reads whose rows are the named things themselves. */
const LISTINGS: Partial<Readonly<Record<OperationId, NameKind>>> = {
  listOrganizations: "organisation",
  getOrganization: "organisation",
  listProjects: "project",
  getProject: "project",
  listOrganizationProjects: "project",
  listClusters: "cluster",
  listFlexClusters: "cluster",
};

/** Upper bound of names; the ones not seen for longest are dropped. */
const MOST_NAMES = 2000;
/** Shortest time between two updates of `lastSeen` (ms). */
const AGAIN_AFTER = 10 * 60_000;

export const isUnlisted = ({ kind }: Pick<KnownName, "kind">): boolean => UNLISTED.some((one) => one === kind);

/** Organisations are often given by id alone: such an entry and a named one are the same thing. */
const isById = (name: Pick<KnownName, "kind" | "id">): boolean =>
  isUnlisted(name) || (name.kind === "organisation" && name.id !== null);

const keyOf = (name: Pick<KnownName, "kind" | "project" | "name" | "id">): string =>
  `${name.kind} ${name.project ?? ""} ${isById(name) ? name.id : name.name}`;

export type Sighting = Pick<KnownName, "kind" | "name" | "id" | "project" | "source" | "about">;

/** Reads of a thing that is in no list; `source` says whether it was started from this console. */
const UNLISTED_BY: Partial<Readonly<Record<OperationId, { readonly kind: NameKind; readonly source: string }>>> = {
  createPushMigration: { kind: "migration", source: "started in this console" },
  getPushMigration: { kind: "migration", source: "seen in live migration" },
  validateMigration: { kind: "validation", source: "requested in this console" },
  getValidationStatus: { kind: "validation", source: "seen in live migration" },
};

/** The body as text, without the placeholders of secrets. */
const withoutCovered = (body: Json): string =>
  JSON.stringify(body, (_name, value: unknown) =>
    typeof value === "string" && value.startsWith("$") ? undefined : value,
  );

/** A migration or a validation: only the request says its source and its destination. */
function unlistedIn(operation: OperationId, data: unknown, project: string | null, body: Json): readonly Sighting[] {
  const by = UNLISTED_BY[operation];
  const id = idIn(operation, data);
  if (by === undefined || id === null) return [];
  const request = isObject(body) ? body : {};
  const [source, destination] = [
    textIn(request["source"], "clusterName"),
    textIn(request["destination"], "clusterName"),
  ];
  if (source === null || destination === null) return [{ ...by, name: id, id, project }];
  const about = { source, destination, request: withoutCovered(body) };
  return [{ ...by, name: `${source} → ${destination}`, id, project, about }];
}

/** Addresses that a token was limited to: no answer returns them. */
const addressesIn = (body: Json): readonly Sighting[] =>
  (isObject(body) && Array.isArray(body["accessListIps"]) ? body["accessListIps"] : []).flatMap(
    (name: Json): Sighting[] =>
      typeof name === "string" ? [{ kind: "address", name, id: null, project: null, source: "entered here" }] : [],
  );

/**
 * The names in an answer.
 *
 * @param body body of its request, secrets masked
 */
export function sightingsIn(
  operation: OperationId,
  args: AnyArgs,
  data: unknown,
  body: Json = null,
): readonly Sighting[] {
  const { area } = operations[operation];
  const groupId = groupIdOf(args);
  if (UNLISTED_BY[operation] !== undefined) return unlistedIn(operation, data, groupId, body);
  if (operation === "createLinkToken") return addressesIn(body);
  const rows = rowsOf(data) ?? [data];
  const listed = LISTINGS[operation];
  const source = `seen in ${area?.replaceAll("-", " ") ?? "a response"}`;
  const own = rows.flatMap((row): Sighting[] => {
    const here = textIn(row, "groupId") ?? groupId;
    const found = NAMING_FIELDS.flatMap(([field, kind, projectField]): Sighting[] => {
      const name = textIn(row, field);
      const project = (projectField === undefined ? null : textIn(row, projectField)) ?? here;
      return name === null ? [] : [{ kind, name, id: null, project, source }];
    });
    const name = textIn(row, "name");
    if (listed === undefined || name === null) return found;
    const isAbove = listed === "organisation" || listed === "project";
    return [
      ...found,
      { kind: listed, name, id: textIn(row, "id"), project: isAbove ? null : here, source: "listed by the service" },
    ];
  });
  const further = furtherNames(operation, args, rows).map(({ kind, name, id, project, about }): Sighting => {
    // A cluster whose kind is given is in this very answer.
    const same = own.find((one) => one.kind === kind && one.name === name);
    return {
      kind,
      name,
      id: id ?? same?.id ?? null,
      project: kind === "organisation" ? null : (project ?? groupId),
      source: same?.source ?? source,
      ...(about === undefined ? {} : { about }),
    };
  });
  return [...own, ...further];
}

/** True when a sighting adds something: a name, a kind. */
const saysMore = ({ name, id, about = {} }: Sighting, known: KnownName): boolean =>
  (name !== known.name && name !== id) ||
  Object.entries(about).some(([field, value]) => known.about?.[field] !== value);

const newestFirst = (names: Iterable<KnownName>): readonly KnownName[] =>
  [...names].sort((left, right) => right.lastSeen - left.lastSeen);

/** A thing seen by its id alone. */
const isBare = ({ name, id }: KnownName): boolean => name === id;

/** Merges two records of one name: the one with a real name wins, else the one seen last. */
function joined(name: KnownName, known: KnownName): KnownName {
  const [newer, older] = name.lastSeen > known.lastSeen ? [name, known] : [known, name];
  const richer = isBare(newer) && !isBare(older) ? older : newer;
  const about = { ...older.about, ...newer.about };
  return {
    ...richer,
    ...(Object.keys(about).length === 0 ? {} : { about }),
    firstSeen: Math.min(name.firstSeen, known.firstSeen),
    lastSeen: newer.lastSeen,
  };
}

const byKey = (names: Iterable<KnownName>): NamesState => new Map([...names].map((name) => [keyOf(name), name]));

/** Merges two sets of names; `firstSeen` is the earlier time of both, `lastSeen` the later one. */
export function merged(left: NamesState, right: Iterable<KnownName>): NamesState {
  const all = new Map(left);
  for (const name of right) {
    const known = all.get(keyOf(name));
    if (known === undefined) all.set(keyOf(name), name);
    else all.set(keyOf(name), joined(name, known));
  }
  if (all.size <= MOST_NAMES) return all;
  return new Map(
    newestFirst(all.values())
      .slice(0, MOST_NAMES)
      .map((name) => [keyOf(name), name]),
  );
}

/** Names of a kind, most recently seen first; of one project, or of all. */
export const namesOf = (names: NamesState, kind: NameKind, project: string | null): readonly KnownName[] =>
  newestFirst(names.values()).filter((name) => name.kind === kind && (project === null || name.project === project));

type Names = {
  readonly actions: NameActions;
  /** @param body body of the request, secrets masked */
  readonly learn: (operation: OperationId, args: AnyArgs, data: unknown, body?: Json) => void;
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};

export function createNames(core: Core<NamesSlice>): Names {
  const { put, load, flushSync, settled } = createMergedList<KnownName, typeof NamesFile.schema>(core, {
    file: (connection) => `${servicePath("names", connection)}.json`,
    notSaved: "Names are not saved",
    kind: NamesFile,
    itemsIn: ({ names }) => names,
    contentOf: (names) => ({ names: [...names] }),
    merged: (left, right) => [...merged(byKey(left), right).values()],
    known: () => [...core.get().names.values()],
    take: (names) => core.set({ names: byKey(names) }),
  });

  const take = (sightings: readonly Sighting[]): void => {
    const now = core.clock.now();
    const { names } = core.get();
    const fresh = sightings.filter((sighting) => {
      const known = names.get(keyOf(sighting));
      return (
        known === undefined ||
        known.id !== sighting.id ||
        saysMore(sighting, known) ||
        now - known.lastSeen > AGAIN_AFTER
      );
    });
    if (fresh.length === 0) return;
    const seen = fresh.map((sighting) => ({ ...sighting, firstSeen: now, lastSeen: now }));
    put([...merged(names, seen).values()]);
  };

  return {
    actions: {
      load,
      nameOf: (id) => [...core.get().names.values()].find((name) => name.id === id)?.name,
      remember: (sighting) => take([sighting]),
    },
    learn: (operation, args, data, body) => take(sightingsIn(operation, args, data, body)),
    flushSync,
    settled,
  };
}
