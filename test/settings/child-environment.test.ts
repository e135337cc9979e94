import { expect, test } from "vitest";
import { Secret } from "../../src/contract/secret.ts";
import { childEnvironment } from "../../src/settings/child-environment.ts";
import { credentialsOf } from "../../src/settings/credentials.ts";
import { settingsPaths } from "../../src/settings/paths.ts";
import { editText } from "../../src/terminal/editor.ts";

const SECRETS = {
  SEXTANT_PUBLIC_KEY: "canary-1",
  SEXTANT_PRIVATE_KEY: "canary-2",
  SEXTANT_CLIENT_SECRET: "canary-3",
  SEXTANT_SCRAPE_PASSWORD: "canary-4",
  SEXTANT_ACCESS_TOKEN: "canary-5",
};
const env = { ...process.env, ...SECRETS, SEXTANT_BASE_URL: "https://service.example.com", MY_OWN: "kept" };

test("programs that are started from here get no key of this one, and where it works", () => {
  const handed = childEnvironment(env);
  expect(JSON.stringify(handed)).not.toContain("canary");
  expect(handed).toMatchObject({ MY_OWN: "kept", SEXTANT_BASE_URL: "https://service.example.com" });
});

test("a credential command sees none", async () => {
  const prints = 'console.log(JSON.stringify({ publicKey: "k", privateKey: JSON.stringify(process.env) }))';
  const source = { kind: "command" as const, credentialCommand: [process.execPath, "-e", prints] };
  const credentials = await credentialsOf(source, "staging", { paths: settingsPaths(env), env });
  const seen = "privateKey" in credentials ? credentials.privateKey : new Secret("");
  expect(seen.reveal()).toContain("MY_OWN");
  expect(seen.reveal()).not.toContain("canary");
});

test("a command is not looked for in the folder where one happens to stand", async () => {
  for (const program of ["./get-key", "bin/get-key", "../get-key"]) {
    const source = { kind: "command" as const, credentialCommand: [program] };
    await expect(credentialsOf(source, "staging", { paths: settingsPaths(env), env })).rejects.toThrow(
      `(${program}) has a relative path: use an absolute path`,
    );
  }
});

test("an editor sees none", async () => {
  const editor = { ...childEnvironment(env), VISUAL: `sh -c 'env > "$1"' sh` };
  const edited = await editText("", ".json", editor, async (during) => during());
  expect(edited.ok ? edited.text : edited.why).toContain("MY_OWN");
  expect(edited.ok ? edited.text : "").not.toContain("canary");
});
