import { expect, it } from "vitest";
import { createApp } from "../../src/app/create-app.ts";
import { keyLabel } from "../../src/app/keys/key-label.ts";
import { helpLines } from "../../src/app/layers/help.ts";
import { testConsole } from "../state/console.ts";
import { quietHost } from "./quiet-host.ts";

it("names all keys of everything that can be done, none of them cut", () => {
  const app = createApp({ store: testConsole().store, host: quietHost() });
  const lines = helpLines(app, { kind: "help", top: 0, filter: "", scopes: [] }).map((line) =>
    line.map(({ text }) => text).join(""),
  );
  for (const { keys, title } of app.keys.all.filter((binding) => binding.keys.length > 0)) {
    expect(lines).toContainEqual(expect.stringContaining(`  ${keys.map(keyLabel).join("  ")} `));
    expect(lines).toContainEqual(expect.stringContaining(title));
  }
});
