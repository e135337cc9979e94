import type { FieldInfo, FieldValue, FieldValues } from "../../domain/field-value.ts";
import { idInAll, isOfAll } from "../all-projects.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListCounts, RowFields } from "../model/fields.ts";
import { contextOfPart, scopesOfAll } from "./parts.ts";

/** Fields and counts of all projects, for programs. */

const PROJECT: FieldInfo = { id: "project", kind: "text", about: "name of its project" };

const contextsOf = (context: Context): readonly Context[] =>
  isOfAll(context.scope) ? scopesOfAll(context.scope).map((scope) => contextOfPart(context, scope)) : [context];

/** The fields of rows, with the project of each. */
export const fieldsOfAll = ({ infos, of, ...rest }: RowFields): RowFields => ({
  ...rest,
  infos: [...infos, PROJECT],
  of: (context) => {
    const idOf = ({ groupId }: Scope, id: string): string => (isOfAll(context.scope) ? idInAll(groupId, id) : id);
    const rows = new Map<string, FieldValues>();
    for (const own of contextsOf(context)) {
      const values = of(own);
      if (values === null) return null;
      for (const [id, row] of values) rows.set(idOf(own.scope, id), { ...row, project: own.scope.groupName });
    }
    return rows;
  },
});

/** Counts are added up, and unknown where one of them is. For ages and other durations the maximum is taken, for remaining times the minimum. */
function together({ kind, isTimeLeft }: FieldInfo, values: readonly (FieldValue | undefined)[]): FieldValue {
  const numbers = values.filter((value) => typeof value === "number");
  if (kind !== "count") {
    if (numbers.length === 0) return null;
    return isTimeLeft === true ? Math.min(...numbers) : Math.max(...numbers);
  }
  return numbers.length < values.length ? null : numbers.reduce((sum, number) => sum + number, 0);
}

/** The counts of a list over all projects. */
export function countsOfAll({ infos, of, isRead, ofCached }: ListCounts): ListCounts {
  const ofEach = <Values extends FieldValues | null>(
    context: Context,
    one: (context: Context) => Values,
  ): Values | FieldValues => {
    if (!isOfAll(context.scope)) return one(context);
    const each = contextsOf(context).map(one);
    return Object.fromEntries(
      infos.map((info) => [
        info.id,
        together(
          info,
          each.map((values) => values?.[info.id]),
        ),
      ]),
    );
  };
  const areRead = (context: Context): boolean => contextsOf(context).every(isRead);
  return {
    infos,
    // The greatest age of some projects says nothing about all.
    of: (context) => (areRead(context) ? ofEach(context, of) : Object.fromEntries(infos.map(({ id }) => [id, null]))),
    isRead: areRead,
    ofCached: (context) => ofEach(context, ofCached),
  };
}
