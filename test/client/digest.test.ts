import { describe, expect, test } from "vitest";
import { chooseChallenge, digestHeader } from "../../src/client/auth/digest.ts";

/** The parameters of an `Authorization` header, read by other means than the client's own parser. */
const paramsOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    [...header.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gu)].map(([, name = "", quoted, plain = ""]) => [
      name,
      quoted ?? plain,
    ]),
  );

const mufasa = {
  username: "Mufasa",
  password: "Circle of Life",
  method: "GET",
  uri: "/dir/index.html",
  cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
  count: 1,
};

const RFC_7616 = ["SHA-256", "MD5"].map(
  (algorithm) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
);

describe("the examples of the standards", () => {
  test("RFC 7616, 3.9.1 with SHA-256", () => {
    const challenge = chooseChallenge(RFC_7616[0]);
    expect(challenge).toBeDefined();
    if (challenge === undefined) return;
    const params = paramsOf(digestHeader(challenge, mufasa));
    expect(params).toEqual({
      username: "Mufasa",
      realm: "http-auth@example.org",
      uri: "/dir/index.html",
      algorithm: "SHA-256",
      nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
      nc: "00000001",
      cnonce: mufasa.cnonce,
      qop: "auth",
      response: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
      opaque: "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
    });
  });

  test("RFC 7616, 3.9.1 with MD5", () => {
    const challenge = chooseChallenge(RFC_7616[1]);
    expect(challenge && paramsOf(digestHeader(challenge, mufasa))["response"]).toBe("8ca523f5e9506fed4657c9700eebdbec");
  });

  test("RFC 7616, 3.9.2: SHA-512-256 with a hashed user name that is not ASCII", () => {
    const challenge = chooseChallenge(
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, ' +
        'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
        'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true',
    );
    const params =
      challenge &&
      paramsOf(
        digestHeader(challenge, {
          username: "J\u00e4s\u00f8n Doe",
          password: "Secret, or not?",
          method: "GET",
          uri: "/doe.json",
          cnonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm",
          count: 1,
        }),
      );
    expect(params?.["username"]).toBe("793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b");
    expect(params?.["userhash"]).toBe("true");
  });

  test("RFC 2617, 3.5", () => {
    const challenge = chooseChallenge(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
        'opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    );
    const request = { ...mufasa, password: "Circle Of Life", cnonce: "0a4f113b" };
    const params = challenge && paramsOf(digestHeader(challenge, request));
    expect(params?.["response"]).toBe("6629fae49393a05397450978507c4ef1");
    expect(params).not.toHaveProperty("algorithm");
  });

  test("RFC 2069: without qop there is neither count nor client nonce", () => {
    const challenge = chooseChallenge('Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"');
    const header = challenge === undefined ? "" : digestHeader(challenge, { ...mufasa, password: "CircleOfLife" });
    expect(paramsOf(header)["response"]).toBe("1949323746fe6a43ef61f9606e7febea");
    expect(header).not.toMatch(/nc=|cnonce=|qop=/u);
  });
});

describe("choosing a challenge", () => {
  test("SHA-256 is preferred whatever the order, in one field or in several", () => {
    const [sha, md5] = RFC_7616;
    for (const header of [[sha ?? "", md5 ?? ""], [md5 ?? "", sha ?? ""], `${md5}, ${sha}`, `${sha}, ${md5}`]) {
      expect(chooseChallenge(header)?.algorithm).toBe("SHA-256");
    }
  });

  test("other schemes around it are passed over", () => {
    const header = `Basic realm="a, b", Negotiate, Bearer error="invalid_token", ${RFC_7616[1]}, NTLM TlRMTVNTUAAC==`;
    expect(chooseChallenge(header)?.algorithm).toBe("MD5");
  });

  test("names and values are read whatever their case and blanks", () => {
    const challenge = chooseChallenge('DIGEST  Realm = "r" ,NONCE="n",Algorithm="sha-256",QOP=Auth,Stale=TRUE');
    expect(challenge).toMatchObject({ realm: "r", nonce: "n", hash: "sha256", qop: true, stale: true });
  });

  test("quotes and backslashes of a realm go back escaped", () => {
    const challenge = chooseChallenge(String.raw`Digest realm="a \"b\" \\ c", nonce="n\"1", qop="auth"`);
    expect(challenge?.realm).toBe(String.raw`a "b" \ c`);
    const header = challenge === undefined ? "" : digestHeader(challenge, mufasa);
    expect(header).toContain(String.raw`realm="a \"b\" \\ c"`);
    expect(header).toContain(String.raw`nonce="n\"1"`);
  });

  test.each([
    ["an algorithm that nobody knows", 'Digest realm="r", nonce="n", algorithm=SHA-3, qop="auth"'],
    ["a body that has to be protected", 'Digest realm="r", nonce="n", qop="auth-int"'],
    ["no nonce", 'Digest realm="r", qop="auth"'],
    ["another scheme alone", 'Basic realm="r"'],
    ["nothing", ""],
  ])("%s cannot be answered", (_name, header) => {
    expect(chooseChallenge(header)).toBeUndefined();
  });

  test("a session algorithm binds the first hash to the nonces", () => {
    const session = chooseChallenge('Digest realm="r", nonce="n", algorithm=MD5-sess, qop="auth"');
    if (session === undefined) throw new Error("it can be answered");
    expect(paramsOf(digestHeader(session, mufasa))["response"]).toBe("fa16219ed2b637a681588d62d42c31db");
    expect(paramsOf(digestHeader(session, mufasa))["algorithm"]).toBe("MD5-sess");
  });
});
