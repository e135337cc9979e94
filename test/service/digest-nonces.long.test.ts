import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DigestGate, REALM } from "../../src/service/auth/digest.ts";
import { processState } from "../../src/service/instances/process-state.ts";
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

const gateAt = (wallClock: () => number): DigestGate => new DigestGate("MD5", "k", processState(wallClock), wallClock);

describe("a nonce", () => {
  const check = (gate: DigestGate, nonce: string) => gate.check(answerTo(nonce, 1), "GET", "/", "secret");

  test("that was made before the start is stale, however young", async () => {
    let wallClock = Date.now();
    const nonce = nonceOf(gateAt(() => wallClock));
    wallClock += 10;
    const gate = gateAt(() => wallClock);
    expect(await check(gate, nonce)).toEqual({ ok: false, stale: true });
    expect(await check(gate, nonceOf(gate))).toEqual({ ok: true });
  });

  test("whose count was forgotten is stale, and so is every one as old that is not counted", async () => {
    let wallClock = Date.now();
    const gate = gateAt(() => wallClock);
    const [used, unused] = [nonceOf(gate), nonceOf(gate)];
    expect(await check(gate, used)).toEqual({ ok: true });
    wallClock += 1;
    for (let made = 0; made < 20_000; made += 1) await check(gate, nonceOf(gate));
    for (const nonce of [used, unused]) expect(await check(gate, nonce)).toEqual({ ok: false, stale: true });
    wallClock += 1;
    expect(await check(gate, nonceOf(gate))).toEqual({ ok: true });
  });
});
