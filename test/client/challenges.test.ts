import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseChallenges, parseParams } from "../../src/client/auth/challenges.ts";

const token = fc.string({ unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-.^_`|~"), minLength: 1, maxLength: 8 });
const name = token.map((text) => `p${text}`.toLowerCase());
const params = fc.dictionary(name, fc.string({ unit: "binary-ascii", maxLength: 12 }), {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
});
const challenges = fc.array(fc.record({ scheme: token.map((text) => `S${text}`), params }), {
  minLength: 1,
  maxLength: 4,
});
const blanks = fc.constantFrom("", " ", "  ", "\t");

const quote = (text: string): string => `"${text.replace(/["\\]/gu, "\\$&")}"`;

describe("the header that challenges", () => {
  test("is read as it was meant, whatever the blanks and the number of challenges", () => {
    fc.assert(
      fc.property(challenges, blanks, blanks, fc.boolean(), (list, before, after, apart) => {
        const written = list.map(({ scheme, params: given }) => {
          const pairs = Object.entries(given).map(([key, value]) => `${key}${before}=${after}${quote(value)}`);
          return `${scheme} ${pairs.join(`${before},${after}`)}`;
        });
        const read = parseChallenges(apart ? written : written.join(", "));
        expect(read.map((each) => [each.scheme, Object.fromEntries(each.params)])).toEqual(
          list.map((each) => [each.scheme.toLowerCase(), each.params]),
        );
      }),
    );
  });

  test("never keeps the reader, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(...'Digest ",=\\realm') })),
        (text) => {
          expect(Array.isArray(parseChallenges(text))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    expect(parseChallenges(undefined)).toEqual([]);
  });

  test.each([
    ["Negotiate", [["negotiate", {}]]],
    [
      "NTLM TlRMTVNTUAAC==, Basic realm=x",
      [
        ["ntlm", { token68: "TlRMTVNTUAAC==" }],
        ["basic", { realm: "x" }],
      ],
    ],
    [
      ",, Basic realm=a ,, , Digest nonce=b",
      [
        ["basic", { realm: "a" }],
        ["digest", { nonce: "b" }],
      ],
    ],
    ['Digest realm="a, Basic realm=b", nonce=c', [["digest", { realm: "a, Basic realm=b", nonce: "c" }]]],
    ["Digest realm=a, realm=b", [["digest", { realm: "a" }]]],
  ])("%s", (header, expected) => {
    expect(parseChallenges(header).map((each) => [each.scheme, Object.fromEntries(each.params)])).toEqual(expected);
  });

  test("is told from a plain list of parameters", () => {
    expect(Object.fromEntries(parseParams('qop=auth, nextnonce="a b"'))).toEqual({ qop: "auth", nextnonce: "a b" });
    expect(parseParams(undefined).size).toBe(0);
  });
});
