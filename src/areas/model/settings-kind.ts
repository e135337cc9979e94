import { type JsonObject, textIn } from "../../contract/json/json.ts";
import type { NamedThing, SettingsFileKind } from "../../forms/settings-file/kind.ts";
import type { Ask, Context, Scope } from "./context.ts";
import type { Effect, FormSetup } from "./effect.ts";

/** Settings of an area that can be kept in files: how to read them, and which forms and writes change them. */

/** A stored setting. It is changed by the same effects as its actions on screen. */
export type StoredThing = {
  /** Identifies it in its project. */
  readonly id: string;
  readonly cluster: string | null;
  /** As it was received, in the terms of the kind's request body. */
  readonly document: JsonObject;
  /** Null where it cannot be changed, only recreated. */
  readonly change: ((context: Context) => Effect) | null;
  /** Null where it always exists. */
  readonly remove: ((context: Context) => Effect) | null;
};

export type SettingsKind = {
  readonly file: SettingsFileKind;
  /** `all` does not include this kind: it shows the same things as another kind. */
  readonly onlyByName?: true;
  /** Names of the kinds that this one depends on, if any: they are created before it, and deleted after it. */
  readonly after?: readonly string[];
  /**
   * Reads all of a project, of each of its clusters.
   *
   * @throws ServiceError when they cannot be read, IncompleteError when one of them cannot be told from others
   */
  readonly read: (ask: Ask, scope: Scope) => Promise<readonly StoredThing[]>;
  /** The form that creates one in a cluster, or in the project. Null where there is always one. */
  readonly create: ((context: Context, cluster: string) => Effect) | null;
  /** Top-level fields that cannot be changed once created, if any. */
  readonly fixed?: readonly string[];
  /** The settings of another cluster's thing as they would be in place of the one here: ids of that cluster become those of this one. */
  readonly inPlaceOf?: (settings: FileBody, here: FileBody) => FileBody;
  /** Values that its form requires beyond the settings, derived from them (the address repeated). */
  readonly confirms?: (settings: FileBody) => FileBody;
};

type FileBody = Parameters<SettingsFileKind["nameOf"]>[0];

/** Defaults of a kind: its documents have always been the same, all their fields are settings, and refer to nothing. */
export const KIND_DEFAULTS = {
  version: 1,
  notSettings: [],
  references: [],
} as const satisfies Partial<SettingsFileKind>;

/** Defaults of a kind that exists once per project or cluster: it is identified by its place alone. */
export const ONCE_IN_ITS_PLACE = {
  ...KIND_DEFAULTS,
  identityOf: () => "",
  isExact: true,
  nameOf: () => "",
} as const satisfies Partial<SettingsFileKind>;

/** Names and form of a kind of settings that exists once per project. */
type ProjectSettingsKind = Pick<SettingsFileKind, "name" | "title" | "plan"> & {
  readonly readDocument: (ask: Ask, scope: Scope) => Promise<{ readonly document: JsonObject }>;
  readonly setup: (context: Context) => FormSetup;
};

/** A kind that exists exactly once in every project: it is changed, never created or deleted. */
export const onceInProject = ({ readDocument, setup, ...file }: ProjectSettingsKind): SettingsKind => ({
  file: { ...file, plural: file.title, inCluster: false, ...ONCE_IN_ITS_PLACE },
  read: async (ask, scope) => {
    const { document } = await readDocument(ask, scope);
    return [
      {
        id: file.name,
        cluster: null,
        document,
        change: (context) => ({ kind: "form", setup: setup(context) }),
        remove: null,
      },
    ];
  },
  create: null,
});

/** Not all that exists could be read: comparing with it, creating beside it or deleting by it would rest on incomplete data. */
export class IncompleteError extends Error {
  override readonly name = "IncompleteError";
}

/** The id of a row of a list, without which it cannot be told from others. @throws IncompleteError where there is none */
export function idOfRow(row: JsonObject, field: "id" | "_id"): string {
  const id = textIn(row, field);
  if (id === null) throw new IncompleteError(`1 row has no ${field}.`);
  return id;
}

/** Reads the things of a project that settings refer to, by kind. */
export type SettingsReference = {
  readonly name: string;
  readonly read: (ask: Ask, scope: Scope) => Promise<readonly NamedThing[]>;
};

/** The form or write that an effect leads to: requests that it needs before it opens are sent here. */
export async function openedBy(effect: Effect, ask: Ask): Promise<Extract<Effect, { kind: "form" | "write" }>> {
  let opened = effect;
  while (opened.kind === "asking") opened = await opened.load(ask);
  if (opened.kind === "form" || opened.kind === "write") return opened;
  throw new TypeError(`${opened.kind} is no change`);
}
