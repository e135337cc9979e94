import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import {
  ALERT_ID,
  alertDocument,
  connectionTo,
  GROUP,
  json,
  KEY,
  page,
  type Received,
  refuse,
  scriptedServer,
} from "./scripted-server.ts";

const one = { params: { groupId: GROUP, alertId: ALERT_ID } };
const all = { params: { groupId: GROUP } };

type Proof = { readonly nonce: string; readonly nc: number; readonly right: boolean };

/** The digest of a request, checked the way a service does. */
function proofOf({ headers, method, target }: Received, hash = "md5"): Proof | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const param = (name: string): string =>
    new RegExp(`[ ,]${name}="?([^",]*)"?`, "u").exec(authorization)?.[1] ?? `no ${name}`;
  const digest = (text: string): string => createHash(hash).update(text).digest("hex");
  if (KEY.kind !== "digest") throw new TypeError("the tests' key signs with digest");
  const first = digest(`${KEY.publicKey}:${param("realm")}:${KEY.privateKey.reveal()}`);
  const second = digest(`${method}:${target}`);
  const nonce = param("nonce");
  const wanted = digest(`${first}:${nonce}:${param("nc")}:${param("cnonce")}:auth:${second}`);
  const right = param("response") === wanted && param("uri") === target && param("username") === KEY.publicKey;
  return { nonce, nc: Number.parseInt(param("nc"), 16), right };
}

const challenge = (response: ServerResponse, nonce: string, more = ""): void =>
  refuse(response, 401, "UNEXPECTED_ERROR", "Who are you?", {
    "www-authenticate": `Digest realm="Project Administration API", domain="", nonce="${nonce}", algorithm=MD5, qop="auth"${more}`,
  });

describe("digest over HTTP", () => {
  test("the first call takes two legs, the next ones count the same nonce up", async () => {
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request);
      if (proof === undefined) challenge(response, "n1", ", stale=false");
      else json(response, proof.right ? 200 : 500, page([alertDocument(ALERT_ID)]));
    });
    const client = createClient(connectionTo(server.url));
    for (let turn = 0; turn < 3; turn += 1) await client.call("listAlerts", all);
    await client.close();

    expect(server.received.map((request) => proofOf(request)?.nc)).toEqual([undefined, 1, 2, 3]);
  });

  test("the target is signed with its query exactly as sent", async () => {
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request);
      if (proof === undefined) challenge(response, "n1");
      else json(response, proof.right ? 200 : 500, page([]));
    });
    const client = createClient(connectionTo(server.url));
    await client.call("listAlerts", { ...all, query: { status: "OPEN" } });
    await client.close();
    expect(server.received[1]?.target).toBe(`/api/service/v2/groups/${GROUP}/alerts?status=OPEN`);
  });

  test("a body goes with both legs", async () => {
    await using server = await scriptedServer((request, response) => {
      if (proofOf(request) === undefined) challenge(response, "n1");
      else json(response, 200, alertDocument(ALERT_ID));
    });
    const client = createClient(connectionTo(server.url));
    const body = { acknowledgementComment: "Disk being extended" };
    await client.call("acknowledgeAlert", one, { body });
    await client.close();
    expect(server.received.map((request) => JSON.parse(request.body))).toEqual([body, body]);
    expect(server.received.map((request) => request.method)).toEqual(["PATCH", "PATCH"]);
  });

  test("concurrent calls share the nonce and never its count", async () => {
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request);
      if (proof === undefined) challenge(response, "n1");
      else json(response, proof.right ? 200 : 500, page([]));
    });
    const client = createClient(connectionTo(server.url));
    await client.call("listAlerts", all);
    await Promise.all(Array.from({ length: 20 }, () => client.call("listAlerts", all)));
    await client.close();
    const counts = server.received.flatMap((request) => proofOf(request)?.nc ?? []);
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(server.received).toHaveLength(22);
  });

  /** A service that takes no count below one that it had: each request takes another time to get there. */
  const strict = (stale: string) => {
    let nonces = 0;
    const highest = new Map<string, number>();
    const refused: number[] = [];
    const arrive = (request: Received, response: ServerResponse): void => {
      const proof = proofOf(request);
      const before = proof === undefined ? undefined : highest.get(proof.nonce);
      if (proof === undefined || before === undefined || proof.nc <= before) {
        if (proof !== undefined) refused.push(proof.nc);
        nonces += 1;
        highest.set(`n${nonces}`, 0);
        challenge(response, `n${nonces}`, proof === undefined ? "" : stale);
      } else {
        highest.set(proof.nonce, proof.nc);
        json(response, proof.right ? 200 : 500, page([]));
      }
    };
    return { arrive, refused };
  };

  test.each([", stale=true", ""])(
    "calls over several connections are sent one after another where the service wants counts in order (%j)",
    async (stale) => {
      const { arrive, refused } = strict(stale);
      // Of each four requests the last one arrives first.
      const waiting: (() => void)[] = [];
      const release = (): void => {
        for (const go of waiting.splice(0).toReversed()) go();
      };
      await using server = await scriptedServer((request, response) => {
        waiting.push(() => arrive(request, response));
        if (waiting.length === 4) release();
        else setTimeout(release, 20);
      });
      const client = createClient(connectionTo(server.url), {}, AT_ONCE);
      await client.call("listAlerts", all);
      const burst = () => Promise.all(Array.from({ length: 12 }, () => client.call("listAlerts", all)));
      expect((await burst()).map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(refused.length).toBeGreaterThan(0);
      const met = refused.length;
      expect((await burst()).map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(refused).toHaveLength(met);
      await client.close();
    },
  );

  test("a request that never gets an answer does not hold up the others where counts are wanted in order", async () => {
    const { arrive } = strict(", stale=true");
    const waiting: (() => void)[] = [];
    let hangs = false;
    await using server = await scriptedServer((request, response) => {
      if (hangs && request.target.endsWith("/alertConfigs")) return;
      waiting.push(() => arrive(request, response));
      setTimeout(() => {
        for (const go of waiting.splice(0).toReversed()) go();
      }, 20);
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const burst = () => Promise.all(Array.from({ length: 6 }, () => client.call("listAlerts", all)));
    await burst();
    hangs = true;
    const given = new AbortController();
    const hanging = failureOf(client.call("listAlertConfigurations", all, { signal: given.signal }));
    expect((await burst()).map(({ status }) => status)).toEqual(Array(6).fill(200));
    given.abort();
    expect((await hanging).kind).toBe("cancelled");
    await client.close();
  });

  test("of first calls that begin together one asks for the challenge", async () => {
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request);
      if (proof === undefined) challenge(response, "n1");
      else json(response, proof.right ? 200 : 500, page([]));
    });
    const client = createClient(connectionTo(server.url));
    await Promise.all(Array.from({ length: 10 }, () => client.call("listAlerts", all)));
    await client.close();
    const counts = server.received.map((request) => proofOf(request)?.nc ?? 0);
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 11 }, (_, index) => index));
  });

  test("when the one that asks gets no answer, the others ask themselves", async () => {
    await using server = await scriptedServer((request, response, turn) => {
      if (turn === 0) response.destroy();
      else if (proofOf(request) === undefined) challenge(response, "n1");
      else json(response, 200, page([]));
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call("listAlerts", all)));
    await client.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test("a service that wants no proof keeps nobody waiting", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const client = createClient(connectionTo(server.url));
    await Promise.all(Array.from({ length: 5 }, () => client.call("listAlerts", all)));
    await client.close();
    expect(server.received).toHaveLength(5);
  });

  test("a call does not wait for ever for the first leg of another, and one that is cancelled meanwhile is never sent", async () => {
    const openResponses: ServerResponse[] = [];
    await using server = await scriptedServer((request, response, turn) => {
      if (turn === 0) openResponses.push(response);
      else if (proofOf(request) === undefined) challenge(response, "n1");
      else json(response, 200, page([]));
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const first = client.call("listAlerts", all);
    await vi.waitFor(() => expect(openResponses).toHaveLength(1));
    const given = new AbortController();
    const cancelled = failureOf(client.call("listAlerts", all, { signal: given.signal }));
    given.abort();
    expect((await cancelled).kind).toBe("cancelled");
    expect(server.received).toHaveLength(1);
    await expect(client.call("listAlerts", all)).resolves.toMatchObject({ status: 200 });
    for (const response of openResponses) challenge(response, "n1");
    await expect(first).resolves.toMatchObject({ status: 200 });
    await client.close();
  });

  test("a stale nonce is replaced without anyone noticing, and counted from 1 again", async () => {
    let nonce = "n1";
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request);
      if (proof?.nonce !== nonce) return challenge(response, nonce, proof === undefined ? "" : ", stale=true");
      json(response, 200, page([]));
    });
    const client = createClient(connectionTo(server.url));
    await client.call("listAlerts", all);
    nonce = "n2";
    await client.call("listAlerts", all);
    await client.close();
    expect(
      server.received.flatMap((request) => (proofOf(request) ? [proofOf(request)?.nonce, proofOf(request)?.nc] : [])),
    ).toEqual(["n1", 1, "n1", 2, "n2", 1]);
  });

  test("a service that forgets to say stale is given one more chance with its new nonce", async () => {
    let nonce = "n1";
    await using server = await scriptedServer((request, response) => {
      if (proofOf(request)?.nonce === nonce) json(response, 200, page([]));
      else challenge(response, nonce);
    });
    const client = createClient(connectionTo(server.url));
    await client.call("listAlerts", all);
    nonce = "n2";
    await expect(client.call("listAlerts", all)).resolves.toMatchObject({ status: 200 });
    await client.close();
  });

  test("a nonce that the service hands over with an answer is used for the next call", async () => {
    await using server = await scriptedServer((request, response, turn) => {
      if (proofOf(request) === undefined) challenge(response, "n1");
      else json(response, 200, page([]), { "authentication-info": `qop=auth, nextnonce="next-${turn}", rspauth=""` });
    });
    const client = createClient(connectionTo(server.url));
    await client.call("listAlerts", all);
    await client.call("listAlerts", all);
    await client.close();
    expect(server.received.slice(1).map((request) => proofOf(request)?.nonce)).toEqual(["n1", "next-1"]);
    expect(proofOf(server.received[2] ?? server.received[0] ?? never())?.nc).toBe(1);
  });

  test("a wrong key is refused after two legs, and said to be one", async () => {
    await using server = await scriptedServer((_request, response, turn) => challenge(response, `n${turn}`));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.kind).toBe("refused");
    expect(error.status).toBe(401);
    expect(error.explain().why).toContain("does not accept the credentials");
    expect(server.received).toHaveLength(2);
  });

  test("a service that calls every nonce stale does not keep the client for ever", async () => {
    await using server = await scriptedServer((_request, response, turn) =>
      challenge(response, `n${turn}`, ", stale=true"),
    );
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    expect((await failureOf(client.call("listAlerts", all))).status).toBe(401);
    await client.close();
    expect(server.received.length).toBeLessThan(12);
  });

  test("a missing role is a 401 too, and is not taken for a wrong key", async () => {
    await using server = await scriptedServer((request, response) => {
      if (proofOf(request) === undefined) challenge(response, "n1");
      else refuse(response, 401, "USER_UNAUTHORIZED", "The caller may not do this.");
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, { body: { unacknowledgeAlert: true } }));
    await client.close();
    expect(error.explain().why).toContain("Organization Owner or Project Owner");
    expect(server.received).toHaveLength(2);
  });

  test("SHA-256 is answered where both are offered", async () => {
    await using server = await scriptedServer((request, response) => {
      const proof = proofOf(request, "sha256");
      if (proof !== undefined) return json(response, proof.right ? 200 : 500, page([]));
      response.writeHead(
        401,
        [
          ["www-authenticate", 'Digest realm="r", nonce="m", algorithm=MD5, qop="auth"'],
          ["www-authenticate", 'Digest realm="r", nonce="s", algorithm=SHA-256, qop="auth"'],
        ].flat(),
      );
      response.end();
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    await expect(client.call("listAlerts", all)).resolves.toMatchObject({ status: 200 });
    await client.close();
  });
});

function never(): never {
  throw new Error("the server received less than it did");
}
