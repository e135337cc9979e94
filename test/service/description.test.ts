import { expect, test } from "vitest";
import { writeJson } from "../../src/contract/json/json.ts";
import { openApiDocument } from "../../src/contract/openapi.ts";
import { DIALECTS } from "../../src/contract/wire/dialect.ts";
import { fetchRaw, service } from "./support.ts";

test.each(DIALECTS)(
  "GET /openapi.json tells everybody what the service answers, in its dialect %s",
  async (dialect) => {
    const { baseUrl } = (await service({ dialect })).ready;
    const reply = await fetchRaw(baseUrl, "/openapi.json");
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.text).toBe(writeJson(openApiDocument(dialect)));
  },
);

test("it is read and not written", async () => {
  const { baseUrl } = (await service()).ready;
  const reply = await fetchRaw(baseUrl, "/openapi.json", { method: "POST", body: "{}" });
  expect({ status: reply.status, code: reply.at("errorCode"), allow: reply.headers["allow"] }).toEqual({
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    allow: "GET, HEAD",
  });
  const head = await fetchRaw(baseUrl, "/openapi.json", { method: "HEAD" });
  expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: "" });
});
