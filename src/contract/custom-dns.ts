import * as z from "zod";
import { operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { flag } from "./schema/fields.ts";

/** Custom DNS on AWS: specification 2.9 and 4.7 (E35, E36). */

const CustomDnsBody = body(
  z.strictObject({
    enabled: z.boolean().meta({
      title: "Custom DNS names",
      help: "Private host names on AWS; changes connection strings",
      example: "on",
    }),
  }),
);

const CustomDns = z.looseObject({ enabled: flag() });

const common = {
  area: "custom-dns",
  entity: { name: "custom DNS", id: [], parent: "project" },
  path: "/groups/{groupId}/awsCustomDNS",
  response: CustomDns,
  budget: "custom-dns",
  assumes: ["path of custom DNS: awsCustomDNS, with the provider's name in it"],
} as const;

export const customDnsOperations = operationTable({
  getAwsCustomDns: {
    ...common,
    spec: "E35",
    aliases: ["getGroupAwsCustomDns"],
    title: "Get custom DNS state",
    roles: ["Project Read Only"],
  },
  toggleAwsCustomDns: {
    ...common,
    spec: "E36",
    aliases: ["toggleGroupAwsCustomDns"],
    title: "Set custom DNS state",
    method: "PATCH",
    body: CustomDnsBody,
    roles: ["Project Service Admin"],
    risk: "disruptive",
    update: "merge",
  },
});
