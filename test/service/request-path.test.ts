import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requestPath } from "../../src/service/server/request-path.ts";

const pathOf = (url: string, host?: string): string | null =>
  requestPath({ url, headers: host === undefined ? {} : { host } }, "127.0.0.1");

describe("the path that a request is for", () => {
  test.each([
    ["/api/v2/groups", "/api/v2/groups"],
    ["/api/v2/groups?pageNum=2&x=/y", "/api/v2/groups"],
    ["/a/./b/../c", "/a/c"],
    ["/../../a", "/a"],
    ["/a%20b/%C3%A9", "/a b/é"],
    // What parts a path, and the percent sign itself, stay encoded: whoever reads a name decodes it once.
    ["/a%2Fb%3Fc%23d%25e", "/a%2Fb%3Fc%23d%25e"],
    ["/a%C3", "/a%C3"],
    ["http://elsewhere.example/a/b?c", "/a/b"],
    ["//a/b", "//a/b"],
    ["/", "/"],
  ])("of %s is %s", (url, path) => {
    expect(pathOf(url, "localhost:8080")).toBe(path);
  });

  test.each([
    ["*", "localhost"],
    ["", "localhost"],
    ["groups", "localhost"],
    ["localhost:443", "localhost"],
    ["/a\\b", "localhost"],
    ["/a", "localhost/x"],
    ["/a", "user@localhost"],
    ["/a", "local host"],
    ["/a", "localhost:99999"],
  ])("is none for %j at %j", (url, host) => {
    expect(pathOf(url, host)).toBeNull();
  });

  test("needs no Host header", () => {
    expect(pathOf("/a")).toBe("/a");
    expect(pathOf("/a", "")).toBe("/a");
  });

  test("never fails, and begins with a slash and has no dot segment and no question where there is one", () => {
    const pieces = fc.constantFrom("/", "a", "..", ".", "%2e", "%2F", "%", "%25", "é", "?", "#", "\\", ":", "@", " ");
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 20 }), (url) => {
        const path = pathOf(url);
        if (path === null) return;
        expect(path).toMatch(/^\/[^?#]*$/u);
        expect(path.split("/")).not.toContain("..");
      }),
      { numRuns: 2000 },
    );
  });
});
