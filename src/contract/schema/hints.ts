import * as z from "zod";

/**
 * What a form says about a field, kept with its schema in zod's global registry (`schema.meta({...})`): label, one help
 * line, an example and a unit (`domain.md`, the field tables). Order, conditions and suggestions stand in `areas/`.
 */
export interface FieldMeta {
  /** One line of help for the field that has the keys. */
  help?: string;
  /** A value as a person would type it. */
  example?: string;
  /** Unit of a number, as shown behind it (`min`, `days`). */
  unit?: string;
  /** Line breaks are part of the value. */
  lines?: boolean;
  /** The value comes back masked and is entered hidden. */
  secret?: boolean;
  /** The value alone gives access to what it leads to: an answer that holds one is never written to disk. */
  bearer?: boolean;
  /** Known values of an open set: suggestions for people, the closed set of the embedded service. */
  known?: readonly string[];
  /** Words for values, where the value itself is not one that people say. */
  words?: Readonly<Record<string, string>>;
  /** What the service takes when the field is left out. */
  ghost?: string;
  /** Filled and changed by the service alone. */
  readOnly?: boolean;
  /** Carried along by the program and never typed. */
  internal?: boolean;
  /** A choice of ours where the specification says "not shown"; listed in the generated assumptions. */
  assumes?: string;
}

declare module "zod" {
  interface GlobalMeta extends FieldMeta {}
}

export type FieldHint = Readonly<FieldMeta> & { readonly title?: string | undefined };

/** The hints of a schema, looked for through `optional`, `nullable`, `default` and `readonly` wrappers. */
export function hintOf(schema: z.core.$ZodType): FieldHint {
  let hint: FieldHint = {};
  for (let inner: z.core.$ZodType | undefined = schema; inner !== undefined; inner = unwrapOnce(inner)) {
    hint = { ...z.globalRegistry.get(inner), ...hint };
  }
  return hint;
}

/** The schema inside one wrapper, or undefined where there is none. */
function unwrapOnce(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schema.def.innerType;
  }
  return undefined;
}

/** The schema inside all wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  for (let next = unwrapOnce(inner); next !== undefined; next = unwrapOnce(next)) inner = next;
  return inner;
}

/** Whether a field of a request may be left out. */
export const isOptional = (schema: z.core.$ZodType): boolean => schema._zod.optin === "optional";
