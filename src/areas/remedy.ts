import type { BodyObject } from "../contract/json.ts";
import type { Opening } from "./area.ts";

/**
 * What helps where a form cannot be sent as it is. It is offered where that is said, takes the place of the form when it is taken, and
 * is reviewed like anything else; what was filled in stays a draft.
 */
export type Remedy = {
  /** What it does, as a verb with its object: `Create it anew`. */
  readonly title: string;
  readonly opening: Opening;
};

/**
 * What stands in the way: the edited thing was deleted meanwhile (`gone`), the body breaks a rule of this name, or a field was emptied
 * that cannot be (`emptied:NAME`).
 */
export type Remedies = Readonly<Record<string, (body: BodyObject) => Remedy>>;

/** The name of the first of these. */
export const GONE_REMEDY = "gone";

/** What a form edits is not there any more, found out by something else than a 404. */
export class GoneError extends Error {}

/** A form for a new thing, as what helps where the old one was deleted: it begins with what was filled in, whatever draft it has. */
export const createAnew = (title: string, setup: Extract<Opening, { kind: "form" }>["setup"]): Remedy => ({
  title,
  opening: { kind: "form", setup: { ...setup, edits: [] } },
});
