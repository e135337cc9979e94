import type { Operation } from "../contract/operation.ts";
import { allOperations, isOperationId } from "../contract/operations.ts";
import { hintOf, isOptional } from "../contract/schema/hints.ts";
import { pathParameters } from "../contract/wire/wire.ts";
import { impactOfBody } from "../domain/body-impact.ts";

/** The operations, one a line, in the order of the table. */
export function operationList(): string {
  const width = Math.max(...allOperations().map(({ id }) => id.length));
  const lines = allOperations().map(
    ({ id, spec, title }) => `  ${id.padEnd(width)}  ${(spec ?? "").padEnd(4)}  ${title}`,
  );
  return `\nOperations:\n${lines.join("\n")}\n`;
}

/** The parameters of one operation, and the roles that may call it. */
export function operationHelp(operation: Operation): string {
  const { id, spec, title, method, path, query, body, roles, risk, aliases } = operation;
  const taken = [
    ...pathParameters(path).map((name) => `  ${name}=…`),
    ...Object.entries(query).map(([name, schema]) => `  ${name}=…  ${hintOf(schema).help ?? ""}`.trimEnd()),
  ];
  const fields = Object.entries(body?.shape.shape ?? {}).map(([name, schema]) => {
    const { help } = hintOf(schema);
    return `  ${name}${isOptional(schema) ? "" : " (required)"}${help === undefined ? "" : `  ${help}`}`;
  });
  return [
    `${id}${spec === null ? "" : ` (${spec})`}: ${title}`,
    `${method} ${path}`,
    ...(aliases.length === 0 ? [] : [`aliases: ${aliases.join(", ")}`]),
    ...(roles.length === 0 ? [] : [`required role: ${roles.join(" or ")}`]),
    ...(risk === "none" || risk === "reversible" ? [] : [`${risk}: requires --confirm`]),
    ...(isOperationId(id) && impactOfBody(id) !== undefined ? ["requires --confirm where the body loses data"] : []),
    ...(taken.length === 0 ? [] : ["", "Parameters:", ...taken]),
    ...(fields.length === 0 ? [] : ["", "Body:", ...fields]),
    "",
  ].join("\n");
}
