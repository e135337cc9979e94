import { type JsonObject, textIn } from "../../contract/json/json.ts";
import type { NamedThing, SettingsFileKind } from "../../forms/settings-file/kind.ts";
import type { Ask, Context, Scope } from "./context.ts";
import type { Effect, FormSetup } from "./effect.ts";

/** Settings of an area that can stand in files: how they are read, and which forms and writes change them. */

/** One that is there. What changes it is what its action on screen opens. */
export type StoredThing = {
  /** Names it in its project. */
  readonly id: string;
  readonly cluster: string | null;
  /** As it was received, in the terms of the body of the kind. */
  readonly document: JsonObject;
  /** Null: it cannot be changed, only made anew. */
  readonly change: ((context: Context) => Effect) | null;
  /** Null: it is always there. */
  readonly remove: ((context: Context) => Effect) | null;
};

export type SettingsKind = {
  readonly file: SettingsFileKind;
  /** `all` does not mean it: it shows the same things as another kind. */
  readonly onlyByName?: true;
  /** The names of kinds whose things it needs, if any: they are made before it, and deleted after it. */
  readonly after?: readonly string[];
  /**
   * All of a project, of each of its clusters.
   *
   * @throws ServiceError when they cannot be read, IncompleteError when one of them cannot be told from others
   */
  readonly read: (ask: Ask, scope: Scope) => Promise<readonly StoredThing[]>;
  /** The form that makes one in a cluster, or in the project. Null: there is always one. */
  readonly create: ((context: Context, cluster: string) => Effect) | null;
  /** Top-level fields that cannot be changed in what is there, if any. */
  readonly fixed?: readonly string[];
  /** What one of another cluster says, as it would stand in place of the one here: ids of the cluster itself are those of this one. */
  readonly inPlaceOf?: (settings: FileBody, here: FileBody) => FileBody;
  /** What its form asks for beyond the settings, by what they say (the address once more). */
  readonly confirms?: (settings: FileBody) => FileBody;
};

type FileBody = Parameters<SettingsFileKind["nameOf"]>[0];

/** Of what there is once in a project or in a cluster: its place is all that it is known by, and it refers to nothing by itself. */
export const ONCE_IN_ITS_PLACE = {
  notSettings: [],
  references: [],
  identityOf: () => "",
  isExact: true,
  nameOf: () => "",
} as const satisfies Partial<SettingsFileKind>;

/** What a kind of settings is called that a project has once, and what changes it. */
type ProjectSettingsKind = Pick<SettingsFileKind, "name" | "title" | "plan"> & {
  readonly readDocument: (ask: Ask, scope: Scope) => Promise<{ readonly document: JsonObject }>;
  readonly setup: (context: Context) => FormSetup;
};

/** A kind that every project has once, always: it is changed, and neither made nor deleted. */
export const onceInProject = ({ readDocument, setup, ...file }: ProjectSettingsKind): SettingsKind => ({
  file: { ...file, plural: file.title, version: 1, inCluster: false, ...ONCE_IN_ITS_PLACE },
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

/** Not all of what is there could be read: what is compared with it, created beside it or deleted by it would be by half of the truth. */
export class IncompleteError extends Error {
  override readonly name = "IncompleteError";
}

/** The id of one of a list, without which it cannot be told from others. @throws IncompleteError where there is none */
export function idOfRow(row: JsonObject, field: "id" | "_id"): string {
  const id = textIn(row, field);
  if (id === null) throw new IncompleteError(`1 row has no ${field}.`);
  return id;
}

/** Asks for the things of a project that settings refer to, by what they are. */
export type SettingsReference = {
  readonly name: string;
  readonly read: (ask: Ask, scope: Scope) => Promise<readonly NamedThing[]>;
};

/** The form or write that an effect leads to: what it asks for before it opens is asked for. */
export async function openedBy(effect: Effect, ask: Ask): Promise<Extract<Effect, { kind: "form" | "write" }>> {
  let opened = effect;
  while (opened.kind === "asking") opened = await opened.load(ask);
  if (opened.kind === "form" || opened.kind === "write") return opened;
  throw new TypeError(`${opened.kind} is no change`);
}
