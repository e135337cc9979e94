import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { control, fetchRaw, ready, service } from "./support.ts";

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

/** An address of this machine that is not the loopback's: requests to it come from it too. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test.skipIf(OUTSIDE === undefined).each([
  [false, 421],
  [true, 200],
])("other machines reach it only where that was asked for: %s is %i", async (openControl, status) => {
  const { ready, port } = await service({ listen: "0.0.0.0", openControl });
  const headers = { Authorization: `Bearer ${ready.controlToken}`, Host: "127.0.0.1" };
  const outside = await fetchRaw(`http://${OUTSIDE}:${port}`, "/__sandbox/clock", { headers });
  expect(outside.status).toBe(status);
  expect((await fetchRaw(`http://127.0.0.1:${port}`, "/__sandbox/clock", { headers })).status).toBe(200);
});

test.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])(
  "a proxy that adds %s does not reach it",
  async (name) => {
    const call = await ready();
    const headers = { Authorization: `Bearer ${call.ready.controlToken}`, [name]: "x" };
    expect((await fetchRaw(call.ready.baseUrl, "/__sandbox/clock", { headers })).status).toBe(421);
  },
);
