/** What kind of thing a remembered name is of. */
export type NameKind = "organisation" | "project" | "cluster" | "host" | "replica-set";

/** A name that was seen somewhere: nobody types what could be picked (`domain.md` 1.7). Times in ms. */
export type KnownName = {
  readonly kind: NameKind;
  readonly name: string;
  /** Id of the thing, where it has one besides its name. */
  readonly id: string | null;
  /** Id of the project that it belongs to; null for things above projects. */
  readonly project: string | null;
  /** In words: `seen in an alert`. */
  readonly source: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
};

export type NamesState = ReadonlyMap<string, KnownName>;

export type NameActions = {
  readonly load: () => Promise<void>;
  /** Names of a kind, most recently seen first; of one project, or of all. */
  readonly suggest: (kind: NameKind, project: string | null) => readonly KnownName[];
  /** The name of an id, where one is known. */
  readonly nameOf: (id: string) => string | undefined;
};
