import { expect, it } from "vitest";
import { customDns } from "../../src/areas/custom-dns.ts";
import { ClusterRecord } from "../../src/contract/projects.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
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
