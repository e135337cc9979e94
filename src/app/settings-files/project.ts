import {
  IncompleteError,
  type SettingsKind,
  type SettingsReference,
  type StoredThing,
} from "../../areas/model/settings-kind.ts";
import { SETTINGS_KINDS, SETTINGS_REFERENCES } from "../../areas/settings-kinds.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { NamedThing, SettingsFileKind } from "../../forms/settings-file/kind.ts";
import { settingsOf } from "../../forms/settings-file/settings.ts";
import { saysForbidden, unreadOf } from "../../state/answers/lookup.ts";
import { compareTexts } from "../../text/compare.ts";
import { errorText } from "../error-text.ts";
import { readThings } from "./read-things.ts";
import type { ProjectSetting, SettingsSource } from "./types.ts";

/** The settings of a project in the shape of settings files. */

export type ProjectSettings = {
  readonly stored: readonly ProjectSetting[];
  readonly named: ReadonlyMap<string, readonly NamedThing[]>;
  /** Kinds that could not be read, with the error. */
  readonly unread: readonly { readonly kind: SettingsKind; readonly error: unknown }[];
};

export const fileKinds = (): readonly SettingsFileKind[] => SETTINGS_KINDS.map(({ file }) => file);

/** The settings kind of a file kind. */
export function settingsKindOf({ name }: SettingsFileKind): SettingsKind {
  const found = SETTINGS_KINDS.find(({ file }) => file.name === name);
  if (found === undefined) throw new TypeError(`no kind of settings ${name}`);
  return found;
}

/**
 * Things that settings refer to by name; null if the person may not read them and writes ids instead, which the service checks.
 *
 * @throws ServiceError when they could not be read for another reason: ids in place of names would make a different file
 */
export async function readReference(
  { read }: SettingsReference,
  { ask, scope }: Pick<SettingsSource, "ask" | "scope">,
): Promise<readonly NamedThing[] | null> {
  try {
    return await read(ask, scope);
  } catch (error) {
    if (error instanceof ServiceError && saysForbidden(unreadOf({ error, words: error.message }))) return null;
    throw error;
  }
}

type Reference =
  | { readonly name: string; readonly things: readonly NamedThing[] | null }
  | { readonly name: string; readonly error: unknown };

type Read = { readonly kind: SettingsKind; readonly things: readonly StoredThing[]; readonly error: unknown };

/** Reads kinds of settings, each list once, and the things that they refer to. */
export async function readProject(
  { ask, scope }: Pick<SettingsSource, "ask" | "scope">,
  kinds: readonly SettingsKind[],
): Promise<ProjectSettings> {
  const needed = new Set(kinds.flatMap(({ file }) => file.references.map(({ to }) => to)));
  const [found, references] = await Promise.all([
    Promise.all(
      kinds.map(async (kind): Promise<Read> => {
        try {
          return { kind, things: await readThings(kind, { ask, scope }), error: null };
        } catch (error) {
          return { kind, things: [], error };
        }
      }),
    ),
    Promise.all(
      SETTINGS_REFERENCES.filter(({ name }) => needed.has(name)).map(
        (reference): Promise<Reference> =>
          readReference(reference, { ask, scope }).then(
            (things) => ({ name: reference.name, things }),
            (error: unknown) => ({ name: reference.name, error }),
          ),
      ),
    ),
  ]);
  const named = new Map(
    references.flatMap((one): readonly [string, readonly NamedThing[]][] =>
      "things" in one && one.things !== null ? [[one.name, one.things]] : [],
    ),
  );
  const failed = references.flatMap((one) => ("error" in one ? [one] : []));
  const read = found.map((one): Read => {
    const lacking = failed.find(({ name }) => one.kind.file.references.some(({ to }) => to === name));
    return one.error !== null || lacking === undefined ? one : { kind: one.kind, things: [], error: lacking.error };
  });
  return {
    named,
    stored: read.flatMap(({ kind, things }) =>
      things.map(
        (thing): ProjectSetting => ({
          kind: kind.file,
          of: kind,
          thing,
          id: thing.id,
          cluster: thing.cluster,
          document: thing.document,
          settings: settingsOf(kind.file, thing.document, named),
        }),
      ),
    ),
    unread: read.flatMap(({ kind, error }) => (error === null ? [] : [{ kind, error }])),
  };
}

/** A kind that could not be read, in a sentence. */
export const unreadText = ({ kind, error }: ProjectSettings["unread"][number]): string =>
  error instanceof IncompleteError
    ? `Not all ${kind.file.plural} could be read. ${errorText(error)}`
    : `${kind.file.plural} could not be read. ${errorText(error)}`;

/** All parts of a project that could not be read, a sentence each. */
export const unreadTexts = ({ unread }: ProjectSettings): readonly string[] => unread.map(unreadText);

/** Ids of the existing settings, by kind name. */
export const storedIds = ({ stored }: ProjectSettings): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(stored, ({ kind }) => kind.name)].map(([kind, all]) => [kind, new Set(all.map(({ id }) => id))]),
  );

/** Settings in an order independent of the service: by kind, cluster and name, then by content. */
export const inFileOrder = (stored: readonly ProjectSetting[]): readonly ProjectSetting[] =>
  stored
    .map((one) => ({ one, key: [one.cluster ?? "", one.kind.nameOf(one.settings), JSON.stringify(one.settings)] }))
    .sort((left, right) => {
      const kinds = SETTINGS_KINDS.indexOf(left.one.of) - SETTINGS_KINDS.indexOf(right.one.of);
      if (kinds !== 0) return kinds;
      for (const [index, key] of left.key.entries()) {
        const order = compareTexts(key, right.key[index] ?? "");
        if (order !== 0) return order;
      }
      return 0;
    })
    .map(({ one }) => one);
