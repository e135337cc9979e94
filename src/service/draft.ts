import type { Draft } from "./storage.ts";
import { nextStep } from "./timeline.ts";

type DraftParts = Pick<Draft, "kind" | "id" | "parent" | "body"> & Partial<Pick<Draft, "keys" | "timeline">>;

/** A document on its way into the storage that moves as its timeline says, or never: nothing happens to it by itself. */
export const makeDraft = ({ kind, id, parent, keys = [], timeline = [], body }: DraftParts): Draft => ({
  kind,
  id,
  parent,
  keys,
  nextDue: nextStep(timeline),
  spontaneous: false,
  timeline,
  body,
});
