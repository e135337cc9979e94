import { Text } from "ink";
import { render } from "ink-testing-library";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { LastBoundary } from "../../src/ui/screen/boundary.tsx";

function Broken(): ReactNode {
  throw new TypeError("no such thing");
}

/** The next error that nobody catches. */
async function uncaught(during: () => void): Promise<unknown> {
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  const { promise, resolve } = Promise.withResolvers<unknown>();
  process.once("uncaughtException", resolve);
  try {
    during();
    return await promise;
  } finally {
    for (const other of others) process.on("uncaughtException", other);
  }
}

test("an error outside of all parts is one that nobody caught, which restores the terminal, and no page of source lines", async () => {
  const frames: (string | undefined)[] = [];
  const error = await uncaught(() => {
    const { lastFrame } = render(
      <LastBoundary>
        <Text>whole</Text>
        <Broken />
      </LastBoundary>,
    );
    frames.push(lastFrame());
  });
  expect(error).toEqual(new TypeError("no such thing"));
  expect(frames.join("").trim()).toBe("");
});
