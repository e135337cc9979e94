import { isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress } from "../../src/contract/access-history.ts";
import { operations } from "../../src/contract/operations.ts";

/** Addresses of clients: every spelling of one is one text, and it is one that a request takes. */

const { ipAddress } = operations.listAccessLogsByClusterName.query;

const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });

describe("the address of a client", () => {
  it.each([
    ["203.0.113.66", "203.0.113.66"],
    [" 203.0.113.66 ", "203.0.113.66"],
    ["2001:db8:4f:1::2a", "2001:db8:4f:1:0:0:0:2a"],
    ["2001:0DB8:4f:1:0:0:0:002A", "2001:db8:4f:1:0:0:0:2a"],
    ["::1", "0:0:0:0:0:0:0:1"],
    ["2001:db8::", "2001:db8:0:0:0:0:0:0"],
    ["::ffff:203.0.113.66", "0:0:0:0:0:ffff:cb00:7142"],
  ])("%s is asked for as %s", (text, address) => {
    expect(clientAddress(text)).toBe(address);
  });

  it.each(["", "300.1.1.1", "10.0.0", "10.0.0.0/8", "2001:db8", "1::2::3", "fe80::1%eth0", "prod-eu", "12345::1"])(
    "%j is none",
    (text) => {
      expect(clientAddress(text)).toBeNull();
    },
  );

  it("is one text however it is written", () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.nat(8), fc.boolean(), (all, from, length, isPadded) => {
        const spelled = all.map((group) =>
          group
            .toString(16)
            .padStart(isPadded ? 4 : 1, "0")
            .toUpperCase(),
        );
        const to = Math.min(8, from + length);
        const isZero = to > from && all.slice(from, to).every((group) => group === 0);
        const short = `${spelled.slice(0, from).join(":")}::${spelled.slice(to).join(":")}`;
        expect(clientAddress(isZero ? short : spelled.join(":"))).toBe(
          all.map((group) => group.toString(16)).join(":"),
        );
      }),
    );
  });

  it("is one that a request takes, and every IPv6 address is one", () => {
    const text = fc.oneof(fc.ipV6(), fc.ipV4(), fc.string());
    fc.assert(
      fc.property(text, (written) => {
        const address = clientAddress(written);
        if (address !== null) expect(ipAddress.safeParse(address).success).toBe(true);
        else expect(isIPv6(written)).toBe(false);
      }),
    );
  });
});
