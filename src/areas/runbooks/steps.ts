import type { AreaId } from "../../contract/area-ids.ts";
import { idIn } from "../../contract/entities.ts";
import { textIn } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { Cell } from "../model/cell.ts";
import { effectOfAction } from "../model/effect.ts";
import { contextOfCluster, type RunbookStep, type RunbookValues, type StepStatus } from "./runbook.ts";

/** Building blocks for steps of runbooks: their status, the actions that they open, and the values that they pass on. */

export const done = (words: Cell, link?: Place): StepStatus => status("done", words, link);
/** Done because something is absent: `isAbsence`. */
export const noneLeft = (words: Cell): StepStatus => ({ is: "done", words, isAbsence: true });
export const waiting = (words: Cell, link?: Place): StepStatus => status("waiting", words, link);
export const open = (words: Cell, link?: Place): StepStatus => status("open", words, link);
export const blocked = (words: Cell): StepStatus => status("blocked", words, undefined);

const status = (is: StepStatus["is"], words: Cell, link: Place | undefined): StepStatus =>
  link === undefined ? { is, words } : { is, words, link };

/** The name of the cluster that a runbook is about. */
export const cluster = (values: RunbookValues): string => values["cluster"] ?? "";

/** Subject of an action: the cluster by `of`, and the thing whose id the runbook has as the value `thing`. */
type ActionScope = { readonly of?: (values: RunbookValues) => string; readonly thing?: string };

/** Opens an action of an area to do a step. */
export const opensAction = (
  area: AreaId,
  action: string,
  { of, thing }: ActionScope = {},
): NonNullable<RunbookStep["opens"]> => ({
  area,
  effect: (context, values) => {
    const narrowed = of === undefined ? context : contextOfCluster(context, of(values));
    return effectOfAction(area, action, narrowed, thing === undefined ? [] : [values[thing] ?? ""]);
  },
});

/** Stores the id of what an operation created as a value of the runbook, with further texts of its answer. */
export const createdIdAs =
  (
    made: OperationId,
    name: string,
    further: Readonly<Record<string, string>> = {},
  ): NonNullable<RunbookStep["valuesFromAnswer"]> =>
  (answer) => {
    const texts = Object.entries(further).map(([own, field]) => [own, textIn(answer, field)] as const);
    const values = [[name, idIn(made, answer)] as const, ...texts];
    return Object.fromEntries(values);
  };
