import { expect, test } from "vitest";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";

/** A command that runs in this process leaves behind what one in a process of its own does. */

const served = servedToAll();

test.each<{ readonly args: readonly string[]; readonly input?: string }>([
  { args: ["--version"] },
  { args: ["show", "clusters", "--format", "json", "--help"] },
  { args: ["show", "export-buckets", "--format", "csv"] },
  { args: ["show", "nowhere"] },
  { args: ["run", "getAlert", "alertId=1"] },
  { args: ["run", "toggleAwsCustomDns", "--body", "-", "--confirm", "no"], input: '{"enabled":true}' },
  { args: ["check", "nothing"] },
  { args: ["diff", "--with", "Stagin"] },
  { args: ["profile", "list"] },
])("sextant $args", ({ args, input }) => {
  const { env } = served();
  using person = new Person();
  const own = person.run(args, input, env);
  expect(person.command(args, input, env)).toEqual(own);
  // Nothing of one command is left for the next.
  expect(person.command(args, input, env)).toEqual(own);
});
