import { z } from "zod";
import type { Operation } from "../../src/contract/operation.ts";
import { hintOf, unwrap } from "../../src/contract/schema/hints.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";

/** What `docs/assumptions.md` is made of: the marks of the contract where the specification says "not shown". */

/** One choice of ours, and everything that rests upon it. */
export type Assumption = { readonly says: string; readonly places: readonly string[] };

type Mark = { readonly says: string; readonly place: string };

/** The marks of a schema and of everything inside it. */
function marksOf(schema: z.core.$ZodType, place: string, above: readonly z.core.$ZodType[] = []): Mark[] {
  if (above.includes(schema)) return [];
  const { assumes } = hintOf(schema);
  const own = assumes === undefined ? [] : [{ says: assumes, place }];
  return [...own, ...partsOf(unwrap(schema), place).flatMap(([part, at]) => marksOf(part, at, [...above, schema]))];
}

/** What a schema consists of, with the place of each part. */
function partsOf(schema: z.core.$ZodType, place: string): (readonly [z.core.$ZodType, string])[] {
  const variants = variantsOf(schema);
  if (variants !== undefined)
    return [...variants.variants].map(([kind, variant]) => [variant, `${place} (${kind})`] as const);
  if (schema instanceof z.ZodArray) return [[schema.element, `${place}[]`]];
  if (schema instanceof z.ZodRecord) return [[schema.valueType, `${place}.*`]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => [option, place]);
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = schema.shape;
  return Object.entries(shape).map(([name, field]) => [field, place === "" ? name : `${place}.${name}`] as const);
}

/** The marks of an operation: its own, and those of its parameters, its body and its answer. */
function operationMarks(operation: Operation): Mark[] {
  const { id, assumes, params, query, body, response } = operation;
  const fields = [...Object.entries(params), ...Object.entries(query)].flatMap(([name, schema]) =>
    marksOf(schema, name),
  );
  const bodies = body === null ? [] : marksOf(body.shape, "");
  return [
    ...assumes.map((says) => ({ says, place: `\`${id}\`` })),
    ...[...fields, ...bodies, ...marksOf(response, "")].map(({ says, place }) => ({
      says,
      place: place === "" ? `\`${id}\`` : `\`${id}\` \`${place}\``,
    })),
  ];
}

/** The assumptions of these operations: each once, in the order of the table, with its places. */
export function assumptionsOf(operations: readonly Operation[]): readonly Assumption[] {
  const bySaying = Map.groupBy(operations.flatMap(operationMarks), ({ says }) => says);
  return [...bySaying].map(([says, marks]) => ({ says, places: [...new Set(marks.map(({ place }) => place))] }));
}

const escaped = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** The whole of `docs/assumptions.md`: what holds everywhere, then what operations and fields rest upon. */
export function assumptionsPage(general: readonly string[], operations: readonly Operation[]): string {
  const all = assumptionsOf(operations);
  const byArea = Map.groupBy(operations, ({ area }) => area ?? "projects");
  const listed = new Set<string>();
  const sections = [...byArea].flatMap(([area, own]) => {
    const rows = assumptionsOf(own).filter(({ says }) => !listed.has(says));
    if (rows.length === 0) return [];
    for (const { says } of rows) listed.add(says);
    const placesOf = (says: string): string => all.find((one) => one.says === says)?.places.join(", ") ?? "";
    const lines = rows.map(({ says }) => `| ${escaped(says)} | ${escaped(placesOf(says))} |`);
    return [`## ${area}`, ["| What is assumed | Where |", "| --- | --- |", ...lines].join("\n")];
  });
  return `${[
    "# Assumptions",
    `Generated from the marks of the contract by \`npm run docs\`; a test fails when this page is out of date. The ${general.length + all.length} ` +
      "choices that this program makes where the specification says that something is not shown: each stands once, with the " +
      "operations and fields that rest upon it.",
    "## Everywhere",
    general.map((says) => `- ${says}`).join("\n"),
    ...sections,
  ].join("\n\n")}\n`;
}
