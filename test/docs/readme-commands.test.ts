import { expect, it } from "vitest";
import { scriptsOf } from "./readme-commands.ts";

const block = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

it("finds every block of commands and how it is run", () => {
  const markdown = [
    block("npm ci && npm start"),
    block("npm ci && npm test"),
    "```json\n{}\n```",
    block("npm start --silent -- serve --json"),
    block("export A=b", "npm start -- alerts --pane"),
    block("npm start --silent -- run listAlerts"),
    block("curl \\", "  address"),
  ].join("\n\ntext\n\n");
  expect(scriptsOf(markdown)).toEqual([
    { kind: "console", installs: true, text: "npm start" },
    { kind: "tests", installs: true, text: "npm test" },
    { kind: "service", installs: false, text: "npm start --silent -- serve --json" },
    { kind: "console", installs: false, text: "export A=b\nnpm start -- alerts --pane" },
    { kind: "command", installs: false, text: "npm start --silent -- run listAlerts" },
    { kind: "command", installs: false, text: "curl \\\n  address" },
  ]);
});
