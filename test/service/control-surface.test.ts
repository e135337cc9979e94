import { expect, test } from "vitest";
import { control, fetchRaw, ready } from "./support.ts";

test.each(["constructor", "__proto__", "toString", "nothing"])("there is no %s to approve", async (what) => {
  const call = await ready();
  const reply = await control(call.ready, "POST", "/approve", { what, id: "x" });
  expect([reply.status, reply.at("errorCode")]).toEqual([404, "RESOURCE_NOT_FOUND"]);
});

test.each<[string, number]>([
  ["127.0.0.1", 200],
  ["127.0.0.1:1", 200],
  ["LOCALHOST:1", 200],
  ["[::1]:1", 200],
  ["evil.example", 421],
  ["127.0.0.1.evil.example", 421],
  ["localhost.evil.example:80", 421],
])("a request for the host %s is answered with %i", async (host, status) => {
  const call = await ready();
  const headers = { Authorization: `Bearer ${call.ready.controlToken}`, Host: host };
  expect((await fetchRaw(call.ready.baseUrl, "/__sandbox/clock", { headers })).status).toBe(status);
});
