import { expect, test } from "vitest";
import { isLoopback, lookUp } from "../../src/client/transport/destination.ts";

const found = (host: string, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookUp(host, { all }, (error, address) => (error === null ? resolve(address) : reject(error)));
  });

test.each(["localhost", "localhost.", "evil.localhost", "a.b.localhost"])(
  "%s is this machine, and no resolver is asked",
  async (host) => {
    expect(isLoopback(new URL(`http://${host}:80`))).toBe(true);
    expect(await found(host, false)).toBe("127.0.0.1");
    expect(await found(host, true)).toEqual([
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
  },
);

test.each(["127.0.0.1.example.com", "localhost.example.com", "notlocalhost", "128.0.0.1"])("%s is not", (host) => {
  expect(isLoopback(new URL(`http://${host}`))).toBe(false);
});
