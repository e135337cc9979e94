import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { printedBy } from "../bundled.ts";

const Printed = z.object({ status: z.number(), loaded: z.array(z.string()) });

it("a request without TLS loads nothing that speaks TLS or HTTP/2", async () => {
  const printed = await printedBy(join(import.meta.dirname, "programs", "plain-request.ts"), []);
  const { status, loaded } = Printed.parse(JSON.parse(printed));
  expect(status).toBe(200);
  expect(loaded).toContain("NativeModule http");
  for (const name of ["https", "tls", "http2"]) expect(loaded).not.toContain(`NativeModule ${name}`);
});
