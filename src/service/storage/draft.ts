import type { DocumentDraft } from "./storage.ts";
import { nextStep } from "./timeline.ts";

type DraftParts = Pick<DocumentDraft, "kind" | "id" | "parent" | "body"> &
  Partial<Pick<DocumentDraft, "keys" | "timeline">>;

/** A document on its way into the storage that moves as its timeline says, or never: nothing happens to it by itself. */
export const makeDraft = ({ kind, id, parent, keys = [], timeline = [], body }: DraftParts): DocumentDraft => ({
  kind,
  id,
  parent,
  keys,
  nextDue: nextStep(timeline),
  spontaneous: false,
  timeline,
  body,
});
