import { hintOf, isOptional } from "../contract/hints.ts";
import type { Operation } from "../contract/operation.ts";
import { allOperations } from "../contract/operations.ts";
import { pathParameters } from "../contract/wire.ts";

export const RUN_USAGE = `sextant run OPERATION [name=value …]: one call of the service

  name=value          path parameters (and query parameters of the operation's own)
  --query name=value  a query parameter, common ones too (itemsPerPage, pageNum, includeCount, pretty)
  --body FILE|-       the body, a JSON object, from a file or from standard input
  --confirm NAME      required where data can be lost: the id or name of the thing (the last path parameter)
  --show-request      print the request as a curl command and send nothing
  --profile NAME      a profile of profiles.json, instead of the environment or the embedded service
  --read-only         refuse every write

The answer is JSON on standard output, errors are on standard error. groupId and orgId come from
SEXTANT_PROJECT_ID, SEXTANT_ORG_ID or the profile when they are omitted.
Exit codes: 0 done, 1 refused by the service, 2 wrong usage or not confirmed, 3 service not reachable.
`;

/** The operations, one a line, in the order of the table. */
export function operationList(): string {
  const width = Math.max(...allOperations().map(({ id }) => id.length));
  const lines = allOperations().map(
    ({ id, spec, title }) => `  ${id.padEnd(width)}  ${(spec ?? "").padEnd(4)}  ${title}`,
  );
  return `\nOperations:\n${lines.join("\n")}\n`;
}

/** What one operation takes, and who may call it. */
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
    ...(aliases.length === 0 ? [] : [`also called ${aliases.join(", ")}`]),
    ...(roles.length === 0 ? [] : [`needs ${roles.join(" or ")}`]),
    ...(risk === "none" || risk === "reversible" ? [] : [`${risk}: requires --confirm`]),
    ...(taken.length === 0 ? [] : ["", "Parameters:", ...taken]),
    ...(fields.length === 0 ? [] : ["", "Body:", ...fields]),
    "",
  ].join("\n");
}
