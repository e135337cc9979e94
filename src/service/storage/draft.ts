import type { DocumentDraft } from "./storage.ts";
import { nextStep } from "./timeline.ts";

type DraftParts = Pick<DocumentDraft, "kind" | "id" | "parent" | "body"> &
  Partial<Pick<DocumentDraft, "keys" | "timeline">>;

/** A draft that changes only by its timeline, and never spontaneously. */
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
