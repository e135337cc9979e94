import { randomUUID } from "node:crypto";
import type { Connection } from "../contract/connection.ts";
import { coverSecrets } from "../contract/covered.ts";
import { respell } from "../contract/dialect.ts";
import { encodeBody, type SecretWriter, secretVariable, writeJson } from "../contract/json.ts";
import type { Operation } from "../contract/operation.ts";
import { addressOf, headersOf, type OperationArgs, requestOf } from "./request.ts";

/** A text as one word of a POSIX shell, with nothing in it expanded. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** How the shell says who asks: the variables are the ones that `sextant run` reads. */
function credentialWords(connection: Connection, operation: Operation): string[] {
  if (operation.address === "metrics") return ["--user", '"$SEXTANT_SCRAPE_USERNAME:$SEXTANT_SCRAPE_PASSWORD"'];
  return connection.credentials.kind === "digest"
    ? ["--digest", "--user", '"$SEXTANT_PUBLIC_KEY:$SEXTANT_PRIVATE_KEY"']
    : ["--header", '"Authorization: Bearer $SEXTANT_ACCESS_TOKEN"'];
}

/** A body as shell words put together: texts in single quotes, secrets as variables that the shell fills in. */
function bodyWord(connection: Connection, operation: Operation, args: OperationArgs): string | null {
  if (args.body === undefined) return null;
  const body = operation.body === null ? args.body : coverSecrets(operation.body.shape, args.body);
  // A mark that no value can contain stands for each secret until the text is cut there.
  const mark = randomUUID();
  const variables: string[] = [];
  const marked: SecretWriter = (secret, path) => {
    variables.push(secretVariable(secret, path));
    return mark;
  };
  const json = encodeBody(body, marked);
  const text = writeJson(operation.body === null ? json : respell(operation.body.shape, json, connection.dialect));
  return text
    .split(mark)
    .map((part, index) => `${index === 0 ? "" : `"${variables[index - 1] ?? ""}"`}${word(part)}`)
    .join("");
}

/**
 * The exact request of a call as a curl command for a POSIX shell. No secret is in it: each stands as a variable, the key of the
 * profile as the same variables that `sextant run` reads.
 */
export function curlOf(connection: Connection, operation: Operation, args: OperationArgs): string {
  const { method, path, query } = requestOf(connection, operation, args);
  const data = bodyWord(connection, operation, args);
  const headers = Object.entries(headersOf(connection, operation, data !== null));
  const words = [
    ...credentialWords(connection, operation),
    ...(connection.ca === null ? [] : ["--cacert", '"$SEXTANT_CA_FILE"']),
    ...(method === "GET" ? [] : ["--request", method]),
    ...headers.flatMap(([name, value]) => ["--header", word(`${name}: ${value}`)]),
    ...(data === null ? [] : ["--data-binary", data]),
    word(`${addressOf(connection, operation).origin}${path}${query}`),
  ];
  return `curl ${words.join(" ")}`;
}
