/**
 * What the service is measured beside: a bare Hono on the same HTTP layer that answers the same bytes from memory. It reads the
 * answers as JSON from standard input and prints its address.
 */
import { json } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { Kept } from "./job.ts";

const answers = z.array(Kept).parse(await json(process.stdin));
const app = new Hono();
for (const { method, path, status, contentType, body } of answers) {
  app.on(method, path, async ({ req }) => {
    if (method !== "GET") await req.text();
    return new Response(body, { status, headers: { "Content-Type": contentType } });
  });
}
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
