import * as z from "zod";

/**
 * Form hints of a field, stored with its schema in zod's global registry (`schema.meta({...})`): label, one help line, an example and a unit
 * (`domain.md`, the field tables). Order, conditions and suggestions are in `areas/`.
 */
interface FieldMeta {
  /** One line of help, shown while the field is focused. */
  help?: string;
  /** A value as a user would type it. */
  example?: string;
  /** Unit of a number, shown after it (`min`, `days`). */
  unit?: string;
  /** Line breaks are significant. */
  lines?: boolean;
  /** The value is masked in answers and hidden while it is typed. */
  secret?: boolean;
  /** The value gives access without credentials: an answer that holds one is never written to disk. */
  bearer?: boolean;
  /** Known values of an open set: suggestions in forms, a closed set in the embedded service. */
  known?: readonly string[];
  /** Labels for values that do not read well themselves. */
  words?: Readonly<Record<string, string>>;
  /** Usual look of values, which the service does not check: a note says so of another value, which is accepted. */
  usual?: UsualValue;
  /** The service's default if the field is left out. */
  ghost?: string;
  /** Set only by the service. */
  readOnly?: boolean;
  /** Set by the program and never typed. */
  internal?: boolean;
  /** Our own choice where the specification says "not shown"; listed in the generated assumptions. */
  assumes?: string;
}

/** Completes `not …`: `32 hexadecimal characters`. */
export type UsualValue = { readonly words: string; readonly isLike: (value: string) => boolean };

declare module "zod" {
  interface GlobalMeta extends FieldMeta {}
}

export type FieldHint = Readonly<FieldMeta> & { readonly title?: string | undefined };

/** Hints of a schema, merged through `optional`, `nullable`, `default` and `readonly` wrappers. */
export function hintOf(schema: z.core.$ZodType): FieldHint {
  let hint: FieldHint = {};
  for (let inner: z.core.$ZodType | undefined = schema; inner !== undefined; inner = unwrapOnce(inner)) {
    hint = { ...z.globalRegistry.get(inner), ...hint };
  }
  return hint;
}

/** The schema inside one wrapper; undefined if there is no wrapper. */
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

/** True if a field may be left out of a request. */
export const isOptional = (schema: z.core.$ZodType): boolean => schema._zod.optin === "optional";
