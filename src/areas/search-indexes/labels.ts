import type { SearchIndex } from "../../domain/search/search-index.ts";
import type { IndexStatus, IndexStatusKind } from "../../domain/search/search-index-status.ts";
import type { Cell, Tone } from "../model/cell.ts";

/** Tones and texts for the status of an index. */

const TONES: Readonly<Record<IndexStatusKind, Tone>> = {
  silent: "bad",
  waiting: "warn",
  failed: "bad",
  partial: "warn",
  behind: "warn",
  mixed: "warn",
  changing: "accent",
  deleting: "dim",
  paused: "dim",
  serving: "good",
  unknown: "plain",
};

export const statusTone = ({ kind }: Pick<IndexStatus, "kind">): Tone => TONES[kind];

/** A status in a column. */
export const statusCell = (status: IndexStatus): Cell => ({ text: status.short, tone: statusTone(status) });

/** Indexes with their status: `default (serving v3), titles (failed, not serving)`. */
export const formatIndexList = (indexes: readonly SearchIndex[]): string =>
  indexes.map(({ name, status }) => `${name || "?"} (${status.short})`).join(", ");
