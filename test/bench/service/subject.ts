import { request } from "undici";
import { z } from "zod";
import { mediaType } from "../../../src/contract/wire/dialect.ts";
import type { Job } from "./job.ts";
import type { Service } from "./processes.ts";

/** What the service is asked in a measurement. */

export type Measured = { readonly name: string; readonly method: "GET" | "PATCH"; readonly paths: readonly string[] };

/** Acknowledges an alert, the same in every request: one durable transaction each. */
export const ACKNOWLEDGEMENT = JSON.stringify({ acknowledgementComment: "Looking at it." });

/** A service with so many alerts, and how it is asked. */
export type Subject = {
  readonly alerts: number;
  readonly service: Service;
  readonly headers: Readonly<Record<string, string>>;
  readonly measured: readonly Measured[];
  readonly growth: readonly Measured[];
};

const Token = z.object({ access_token: z.string() });
const Page = z.object({ totalCount: z.number(), results: z.array(z.object({ id: z.string() })) });

async function headersFor({ ready }: Service): Promise<Readonly<Record<string, string>>> {
  const basic = Buffer.from(`${ready.clientId}:${ready.clientSecret}`).toString("base64");
  const { body } = await request(ready.tokenUrl, {
    method: "POST",
    headers: { Authorization: `Basic ${basic}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  const token = Token.parse(await body.json()).access_token;
  return {
    Authorization: `Bearer ${token}`,
    Accept: mediaType("specification"),
    "Content-Type": "application/json",
  };
}

const PAGE_ROWS = 100;

/** What is asked of a service with so many alerts. */
export async function subjectOf(service: Service, alerts: number): Promise<Subject> {
  const headers = await headersFor(service);
  const group = `/api/service/v2/groups/${service.ready.groupId}`;
  const page = (number: number, more = "") => `${group}/alerts?pageNum=${number}&itemsPerPage=${PAGE_ROWS}${more}`;
  const read = async (path: string) => {
    const { body } = await request(`${service.ready.baseUrl}${path}`, { headers });
    return Page.parse(await body.json());
  };
  const { totalCount } = await read(page(1));
  const last = Math.ceil(totalCount / PAGE_ROWS);
  const pages = [...new Set([1, Math.ceil(last / 4), Math.ceil(last / 2), last])];
  const spread = (await Promise.all(pages.map((number) => read(page(number))))).flatMap(({ results }) => results);
  const paths = spread.map(({ id }) => `${group}/alerts/${id}`);
  const measured: readonly Measured[] = [
    { name: "one alert", method: "GET", paths },
    { name: "page of 100", method: "GET", paths: [page(1)] },
    { name: "acknowledge", method: "PATCH", paths: paths.slice(0, 50) },
  ];
  const growth: readonly Measured[] = [
    { name: "one alert", method: "GET", paths },
    { name: "first page of 100", method: "GET", paths: [page(1)] },
    { name: "page at a quarter", method: "GET", paths: [page(Math.ceil(last / 4))] },
    { name: "page in the middle", method: "GET", paths: [page(Math.ceil(last / 2))] },
    { name: "last full page", method: "GET", paths: [page(last - 1)] },
    { name: "first page of the closed ones", method: "GET", paths: [page(1, "&status=CLOSED")] },
    { name: "acknowledge", method: "PATCH", paths: paths.slice(0, 50) },
  ];
  return { alerts, service, headers, measured, growth };
}

export const jobOf = (
  origin: string,
  { headers }: Subject,
  { method, paths }: Measured,
  counts: Pick<Job, "connections" | "requests" | "warmUp">,
): Job => ({
  origin,
  method,
  paths: [...paths],
  headers: { ...headers },
  ...(method === "GET" ? {} : { body: ACKNOWLEDGEMENT }),
  status: 200,
  ...counts,
});
