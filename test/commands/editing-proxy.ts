import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";
import { isJsonObject, type Json, type JsonObject, parseJson, writeJson } from "../../src/contract/json/json.ts";
import type { Edit, Edits, Instead, ProxyData } from "./edited-answers.ts";

/** The thread of `edited-answers.ts`: hands every request on, and edits the rows of answers as it was told last. */

const { baseUrl, heard }: ProxyData = workerData;
let edits: Edits = { rows: [], instead: [] };
const given = new Map<Instead, number>();

/** The rows of a list with the first so many of them edited. */
function editedRows(rows: readonly Json[], edit: Edit): readonly Json[] {
  const { most, set, named, within } = edit;
  return rows.map((row, index): Json => {
    if (!isJsonObject(row)) return row;
    const inner = within === undefined ? undefined : row[within];
    if (within !== undefined && Array.isArray(inner)) {
      return {
        ...row,
        [within]: editedRows(inner, { path: edit.path, most, set, ...(named === undefined ? {} : { named }) }),
      };
    }
    const isMeant = within === undefined && index < most && (named === undefined || row["name"] === named);
    return isMeant ? { ...row, ...set } : row;
  });
}

function edited(document: Json, edit: Edit): Json {
  if (Array.isArray(document)) return editedRows(document, edit);
  if (!isJsonObject(document) || !Array.isArray(document["results"])) return document;
  return { ...document, results: editedRows(document["results"], edit) } satisfies JsonObject;
}

/** An answer as it is sent on. */
function sentOn(path: string, body: string): string {
  const own = edits.rows.filter((edit) => path.endsWith(edit.path));
  const json = own.length === 0 ? null : parseJson(body);
  return json?.ok === true ? writeJson(own.reduce(edited, json.value)) : body;
}

/** What is answered to a read of its own accord. */
function insteadOf(url: string): Instead | undefined {
  const [path = "", query = ""] = url.split("?");
  return edits.instead.find(
    (one) =>
      new RegExp(one.path, "u").test(path) &&
      new RegExp(one.query ?? "", "u").test(query) &&
      (given.get(one) ?? 0) < (one.times ?? Number.POSITIVE_INFINITY),
  );
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await text(incoming);
  // The first leg of digest goes through: the service knows its own nonces.
  const own = method === "GET" && headers.authorization !== undefined ? insteadOf(url) : undefined;
  if (own !== undefined) {
    given.set(own, (given.get(own) ?? 0) + 1);
    if (own.status === null) return;
    outgoing.writeHead(own.status, { "content-type": "application/json", ...own.headers });
    outgoing.end(own.body);
    return;
  }
  const onward = ask(
    new URL(url, baseUrl),
    { method, headers: { ...headers, "accept-encoding": "identity" } },
    (got) => {
      void text(got).then((received) => {
        const whole = method === "GET" ? sentOn(url.split("?")[0] ?? "", received) : received;
        const { "content-length": _length, "transfer-encoding": _coding, ...others } = got.headers;
        outgoing.writeHead(got.statusCode ?? 502, others);
        outgoing.end(whole);
      });
    },
  );
  onward.on("error", () => outgoing.destroy());
  onward.end(body);
}

const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
server.listen(0, "127.0.0.1", () => {
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  parentPort?.postMessage(port);
});
parentPort?.on("message", (next: Edits) => {
  edits = next;
  given.clear();
  Atomics.store(heard, 0, 1);
  Atomics.notify(heard, 0);
});
