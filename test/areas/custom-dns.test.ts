import { expect, it } from "vitest";
import { formatDone } from "../../src/app/review/done.ts";
import { customDns, customDnsPlan } from "../../src/areas/custom-dns.ts";
import { ClusterRecord } from "../../src/contract/projects.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { setValue } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { Answers, cluster, GROUP, linesOf } from "./answers.ts";

const of = { params: { groupId: GroupId.of(GROUP) } };

const record = (name: string, ...providers: readonly string[]): ClusterRecord =>
  ClusterRecord.parse({
    name: ClusterName.parse(name),
    replicationSpecs: [{ regionConfigs: providers.map((providerName) => ({ providerName })) }],
  });

it("names the clusters of the first provider, and those of which nobody said where they are", () => {
  const results = [
    record("on-aws", "AWS"),
    record("on-azure", "AZURE"),
    record("on-both", "GCP", "AWS"),
    record("new"),
  ];
  const context = new Answers()
    .add("getAwsCustomDns", of, { enabled: true })
    .add("listClusters", of, { results })
    .context({
      scope: { clusters: ["on-aws", "on-azure", "on-both", "new", "not-listed"].map((name) => cluster(name)) },
    });
  const detail = customDns.screen.detail(context, "custom-dns");
  if (detail === null) throw new Error("nothing is shown");
  expect(linesOf(detail)).toContainEqual(expect.stringContaining("on-aws, on-both, new, not-listed"));
});

it("says neither on nor off where the service reports neither", () => {
  const context = new Answers().add("getAwsCustomDns", of, { enabled: null }).context();
  const lines = linesOf(customDns.screen.detail(context, "custom-dns"));
  expect(lines).toContain("Custom DNS: not reported by the service");
  expect(lines.join("\n")).not.toMatch(/\boff$|usual host names only/mu);
});

it("lacks nothing where the switch is as the service has it, also after it was turned there and back", () => {
  const env = { now: 0, timeZone: "UTC" };
  const opened = openForm(customDnsPlan, { mode: "merge", received: { enabled: false } });
  const back = setValue(customDnsPlan, setValue(customDnsPlan, opened, ["enabled"], true), ["enabled"], false);
  expect([problemsOf(customDnsPlan, opened, env), problemsOf(customDnsPlan, back, env)]).toEqual([[], []]);
  const empty = openForm(customDnsPlan, { mode: "merge", received: {} });
  expect(problemsOf(customDnsPlan, empty, env).map(({ message }) => message)).toEqual(["required"]);
});

it.each([
  [true, "Turned on custom DNS names"],
  [false, "Turned off custom DNS names"],
])("is said to be what it was turned to: %j", (enabled, said) => {
  const title = (on: boolean) =>
    customDnsPlan.title({ body: { enabled: on }, base: { enabled: !enabled }, mode: "merge" });
  expect([title(!enabled), formatDone(title(enabled))]).toEqual(["Custom DNS names", said]);
});
