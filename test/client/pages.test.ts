import { expect, test } from "vitest";
import { type ResultPage, walkPages } from "../../src/client/answers/pages.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import type { ArgsOf } from "../../src/contract/operations.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import {
  alertDocument,
  connectionTo,
  GROUP,
  json,
  page,
  refuse,
  type Script,
  scriptedServer,
} from "./scripted-server.ts";

const all: ArgsOf<"listAlerts"> = { params: { groupId: GROUP } };
const id = (number: number): string => number.toString(16).padStart(24, "0");
const alerts = (...numbers: readonly number[]) =>
  numbers.map((number) => alertDocument(id(number), { secretary: number }));

const pagesOf = (client: Client, itemsPerPage: number) =>
  walkPages(
    "listAlerts",
    (pageNum) => client.call("listAlerts", Object.assign({}, all, { query: { itemsPerPage, pageNum } })),
    itemsPerPage,
  );

/** Reads all pages of the alerts of a scripted server. */
async function read(script: Script, itemsPerPage = 500) {
  await using server = await scriptedServer(script);
  const client = createClient(connectionTo(server.url), {}, AT_ONCE);
  const pages: ResultPage<{ readonly id: string }>[] = [];
  for await (const each of pagesOf(client, itemsPerPage)) pages.push(each);
  await client.close();
  const requested = server.received.map(({ target }) => new URL(target, server.url).searchParams);
  return {
    ids: pages.map(({ rows }) => rows.map((row) => Number.parseInt(row.id, 16))),
    pages,
    requested: requested.map((query) => [query.get("pageNum"), query.get("itemsPerPage")]),
  };
}

test("pages are read until one is short", async () => {
  const { ids, requested } = await read((_request, response) => json(response, 200, page(alerts(1, 2), 2)));
  expect(ids).toEqual([[1, 2]]);
  expect(requested).toEqual([["1", "500"]]);
});

test("the total is an estimate and ends nothing", async () => {
  const content = [alerts(1, 2), alerts(3, 4), alerts(5)];
  const { ids, pages } = await read(
    (_request, response, turn) => json(response, 200, page(content[turn] ?? [], turn)),
    2,
  );
  expect(ids).toEqual([[1, 2], [3, 4], [5]]);
  expect(pages.map(({ pageNum }) => pageNum)).toEqual([1, 2, 3]);
});

test("rows of one page with one id come once, and those that say something else are told apart from moved ones", async () => {
  const same = alertDocument(id(1), { secretary: 1 });
  const other = alertDocument(id(1), { secretary: 9 });
  const content = [
    [same, same, ...alerts(2)],
    [other, ...alerts(3, 4)],
    [...alerts(5), alertDocument(id(5), { secretary: 8 })],
  ];
  const { ids, pages } = await read((_request, response, turn) => json(response, 200, page(content[turn] ?? [], 9)), 3);
  expect(ids).toEqual([[1, 2], [3, 4], [5]]);
  expect(pages.map(({ repeated }) => repeated.length)).toEqual([0, 0, 1]);
});

test("rows that move to a later page while reading come once", async () => {
  const content = [alerts(1, 2), alerts(2, 3), alerts(3)];
  const { ids } = await read((_request, response, turn) => json(response, 200, page(content[turn] ?? [])), 2);
  expect(ids).toEqual([[1, 2], [3], []]);
});

test("an empty page is the last", async () => {
  const { ids, requested } = await read(
    (_request, response, turn) => json(response, 200, page(turn === 0 ? alerts(1, 2) : [])),
    2,
  );
  expect(ids).toEqual([[1, 2], []]);
  expect(requested).toHaveLength(2);
});

test("a service that gives shorter pages than asked for, and names the next one, is read to the end", async () => {
  const content = [alerts(1), alerts(2), alerts(3)];
  const { ids } = await read((_request, response, turn) => {
    const links = turn < 2 ? [{ rel: "self" }, { rel: "next", href: "x" }] : [];
    json(response, 200, { ...page(content[turn] ?? []), links });
  }, 100);
  expect(ids).toEqual([[1], [2], [3]]);
});

test("rows that cannot be read are on a page as well: one is not the last for them, not even where no row can be read", async () => {
  const odd = (number: number) => ({ id: number });
  const content = [[...alerts(1), odd(2)], [odd(3), odd(4)], [odd(5), odd(6)], alerts(7)];
  const { ids, pages } = await read((_request, response, turn) => json(response, 200, page(content[turn] ?? [])), 2);
  expect(ids).toEqual([[1], [], [], [7]]);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, false]);
});

test("a service that ignores the number of the page does not keep the reader for ever", async () => {
  const { ids, requested } = await read((_request, response) => json(response, 200, page(alerts(1, 2))), 2);
  expect(ids).toEqual([[1, 2]]);
  expect(requested).toHaveLength(2);
});

test("the rows as received stand beside the rows", async () => {
  const { pages } = await read((_request, response) => json(response, 200, page(alerts(7))));
  expect(pages[0]?.raw).toMatchObject([{ id: id(7), secretary: 7 }]);
});

test("a page that fails ends the reading with its error; what came before is true", async () => {
  await using server = await scriptedServer((_request, response, turn) => {
    if (turn === 0) json(response, 200, page(alerts(1, 2)));
    else refuse(response, 403, "ACCESS_FORBIDDEN", "No more.");
  });
  const client = createClient(connectionTo(server.url), {}, AT_ONCE);
  const pages = pagesOf(client, 2);
  const first = await pages.next();
  expect(first.value?.rows).toHaveLength(2);
  expect((await failureOf(pages.next())).status).toBe(403);
  await client.close();
});
