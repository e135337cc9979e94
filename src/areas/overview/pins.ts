import { isObject, textIn } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { readQuery } from "../../state/answers/read-query.ts";
import { type Pin, pinKey } from "../../state/pins.ts";
import { dim, warn } from "../builders/cells.ts";
import { lookup, missingText, toneOfMissing } from "../builders/lookup.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Pinned things with their current state. */

const NONE: readonly Pin[] = [];

const pinsOf = ({ pins = NONE, groupId }: Pick<Scope, "pins" | "groupId">): readonly Pin[] =>
  pins.filter(({ project }) => project === groupId);

const queryOf = ({ read }: Pin): Query | null => read && readQuery(read, "overview-jobs");

/** Status of a thing in the service's words; empty where it has no short one. */
function statusOf(data: unknown): string {
  const words = textIn(data, "status") ?? textIn(data, "state") ?? textIn(data, "statusName");
  if (words !== null) return words;
  return isObject(data) && data["enabled"] === false ? "off" : "";
}

/** Splits the title of a pin into thing and place, where it has both: `no primary · prod-eu-side`. */
function partsOf({ title }: Pin): { readonly what: string; readonly where: string } {
  const [what = "", ...where] = title.split(" · ");
  return { what, where: where.join(" · ") };
}

/** Current status with the thing's name. */
function stateOf(pin: Pin, context: Context): Cell {
  const query = queryOf(pin);
  const { what } = partsOf(pin);
  if (query === null) return what;
  const found = lookup(context, query);
  if (found.kind === "absent") return warn(`gone (${context.key("pin")} unpins it): ${what}`);
  if (isMissing(found)) return { text: `${what} · ${missingText(found)}`, tone: toneOfMissing(found) };
  const status = statusOf(context.cached<OperationId>(query.operation, query.args)?.data);
  return status === "" ? what : `${status} · ${what}`;
}

export const pinsPart: OverviewPart = {
  section: "pinned",
  queries: (scope) => pinsOf(scope).flatMap((pin) => queryOf(pin) ?? []),
  rows: (context) =>
    pinsOf(context.scope).map(
      (pin, order): OverviewRow => ({
        id: `pin/${pinKey(pin)}`,
        section: "pinned",
        kind: dim(pin.kind),
        time: "",
        name: partsOf(pin).where,
        state: stateOf(pin, context),
        order,
        link: pin.place,
      }),
    ),
};
