import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DigestGate, REALM } from "../../src/service/digest.ts";
import { challengeOf } from "./support.ts";

const nonceOf = (gate: DigestGate): string => challengeOf(gate.challenge(false))["nonce"] ?? "";

/** The answer to a challenge, for a GET of `/` with the secret `secret`. */
function answerTo(nonce: string, count: number): ReadonlyMap<string, string> {
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const nc = String(count).padStart(8, "0");
  const response = md5(`${md5(`u:${REALM}:secret`)}:${nonce}:${nc}:c:auth:${md5("GET:/")}`);
  const fields = { username: "u", realm: REALM, uri: "/", qop: "auth", cnonce: "c", nc, nonce, response };
  return new Map(Object.entries(fields));
}

describe("a nonce", () => {
  const check = (gate: DigestGate, nonce: string) => gate.check(answerTo(nonce, 1), "GET", "/", "secret");

  test("that was made before the start is stale, however young", () => {
    let wallClock = Date.now();
    const nonce = nonceOf(new DigestGate("MD5", "k", () => wallClock));
    wallClock += 10;
    const gate = new DigestGate("MD5", "k", () => wallClock);
    expect(check(gate, nonce)).toEqual({ ok: false, stale: true });
    expect(check(gate, nonceOf(gate))).toEqual({ ok: true });
  });

  test("whose count was forgotten is stale, and so is every one as old that is not counted", () => {
    let wallClock = Date.now();
    const gate = new DigestGate("MD5", "k", () => wallClock);
    const [used, unused] = [nonceOf(gate), nonceOf(gate)];
    expect(check(gate, used)).toEqual({ ok: true });
    wallClock += 1;
    for (let made = 0; made < 20_000; made += 1) check(gate, nonceOf(gate));
    for (const nonce of [used, unused]) expect(check(gate, nonce)).toEqual({ ok: false, stale: true });
    wallClock += 1;
    expect(check(gate, nonceOf(gate))).toEqual({ ok: true });
  });
});
