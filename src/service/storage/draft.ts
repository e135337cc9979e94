import type { DocumentDraft } from "./storage.ts";
import { documentAt, nextStep } from "./timeline.ts";

type DraftParts = Pick<DocumentDraft, "kind" | "id" | "parent" | "body"> &
  Partial<Pick<DocumentDraft, "keys" | "nextDue" | "timeline" | "spontaneous">>;

/** A draft that changes only by its timeline, and spontaneously only where its parts say so. */
export const makeDraft = (parts: DraftParts): DocumentDraft => ({
  keys: [],
  nextDue: nextStep(parts.timeline ?? []),
  spontaneous: false,
  timeline: [],
  ...parts,
});

/** The state of a document at a time, with the steps that are still to come. */
export function draftAt(document: DocumentDraft, now: number): DocumentDraft {
  const { body, timeline } = documentAt(document, now);
  return { ...document, body, timeline, nextDue: nextStep(timeline) };
}
