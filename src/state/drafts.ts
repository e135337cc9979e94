import type { JsonObject } from "../contract/json.ts";
import type { Place } from "./place.ts";

/** A form that was left or cut off, kept on disk without its secrets. */
export type StoredDraft = {
  /** One a form and a thing (`createAlertConfiguration`, `updateAlertConfiguration/65f0…`). */
  readonly id: string;
  readonly profile: string;
  readonly title: string;
  /** Where its form opens. */
  readonly place: Place;
  readonly updatedAt: number;
  /** What `forms/` wrote of its state. */
  readonly content: JsonObject;
};

export type DraftsState = {
  /** Drafts of this profile, newest first. */
  readonly list: readonly StoredDraft[];
  /** Why drafts cannot be kept at the moment, in words, or null. */
  readonly problem: string | null;
};

export type DraftActions = {
  /** Reads what is on disk. */
  readonly load: () => Promise<void>;
  readonly find: (id: string) => StoredDraft | undefined;
  /**
   * Keeps a draft: call it at each key. Writes are coalesced; `settled` waits for them.
   *
   * @throws TypeError when the content holds a `Secret`: nothing of it is kept then
   */
  readonly save: (draft: {
    readonly id: string;
    readonly title: string;
    readonly place: Place;
    readonly content: JsonObject;
  }) => void;
  /** Removes a draft from memory and disk: its form was sent, or a person said so. */
  readonly discard: (id: string) => Promise<void>;
  /** Writes at once what is not yet on disk; for exit and signals. */
  readonly flushSync: () => void;
  readonly settled: () => Promise<void>;
};
