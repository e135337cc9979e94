import { z } from "zod";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { operation } from "../../src/contract/operation.ts";
import { body } from "../../src/contract/schema/body.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import { read } from "./plan-of.ts";

/**
 * A merging form with lists inside of lists, the shape that a backup schedule has: arrays that are sent replace the stored
 * ones, and items are the same by their ids (`domain.md` 12).
 */

const COUNTED = ["hourly", "daily", "weekly"] as const;

const Item = z.strictObject({
  id: z.string().optional().meta({ title: "Id", help: "Carried along", internal: true }),
  frequencyType: z.enum(COUNTED).meta({ title: "How often", help: "Hourly, daily or weekly" }),
  frequencyInterval: z
    .union([z.literal(1), z.literal(6), z.literal(7)])
    .meta({ title: "On", help: "Every n hours, or the weekday", words: { 1: "Monday", 6: "Saturday", 7: "Sunday" } }),
  retentionValue: z.int().min(1).meta({ title: "Keep for", help: "How long", unit: "days" }),
  alsoOn: z
    .array(z.strictObject({ day: z.int().meta({ title: "Day", help: "One more day" }) }))
    .optional()
    .meta({ title: "Also on", help: "More days" }),
});

const Policy = z.strictObject({
  id: z.string().optional().meta({ title: "Id", help: "Carried along", internal: true }),
  policyItems: z.array(Item).meta({ title: "Keep", help: "What is kept, and how long" }),
});

const updateSchedule = operation({
  id: "updateSchedule",
  spec: null,
  area: null,
  title: "Change schedule",
  method: "PATCH",
  path: "/schedule",
  queryFlags: null,
  body: body(
    z.strictObject({
      referenceHourOfDay: z.int().min(0).max(23).optional().meta({ title: "Hour", help: "Hour of the day" }),
      export: z
        .strictObject({
          exportBucketId: z.string().meta({ title: "Bucket", help: "Where exports go" }),
          frequencyType: z.enum(COUNTED).optional().meta({ title: "Export which", help: "Which are exported" }),
        })
        .optional()
        .meta({ title: "Export", help: "Automatic exports" }),
      frequencies: z.array(z.enum(COUNTED)).optional().meta({ title: "Which", help: "Only these kinds" }),
      policies: z.array(Policy).optional().meta({ title: "Policies", help: "One policy" }),
      updateSnapshots: z
        .boolean()
        .optional()
        .meta({ title: "Existing ones too?", help: "Apply to what is there", ghost: "no" }),
    }),
    [
      {
        name: "no-hourly-week",
        path: ["policies", "[]", "policyItems", "[]", "retentionValue"],
        message: "hourly ones at most 30 days",
        test: (item) => item["frequencyType"] !== "hourly" || Number(item["retentionValue"]) <= 30,
      },
    ],
  ),
  response: z.looseObject({}),
  answer: "record",
  roles: [],
  update: "merge",
  budget: "backup",
});

export const schedule: FormPlan = {
  operation: updateSchedule,
  title: () => "Schedule",
  sentence: () => "Changes the schedule.",
  button: () => "Change it",
  fields: [],
  readOnly: ["clusterName", "nextSnapshot", "policies[].links", "policies[].policyItems[].nextRun"],
  lists: [
    {
      path: "policies",
      itemTitle: () => "Policy",
      summary: () => "policy",
      add: "+ policy",
      initial: () => ({ policyItems: [] }),
      identity: "id",
    },
    {
      path: "policies[].policyItems",
      itemTitle: (_item, index) => `Keep ${index + 1}`,
      summary: (item) => `${String(item["frequencyType"])} ${String(item["retentionValue"])}`,
      add: "+ keep more",
      initial: () => ({ frequencyType: "daily", frequencyInterval: 1, retentionValue: 7 }),
      identity: "id",
    },
  ],
};

/** A schedule as it is read: an undeclared field inside an item, an hourly item beyond its rule, response-only fields. */
export const storedSchedule = (): JsonObject =>
  read(`{
    "clusterName": "prod-eu", "nextSnapshot": "2025-11-22T00:00:00Z", "referenceHourOfDay": 0,
    "export": { "exportBucketId": "b1", "frequencyType": "daily" },
    "policies": [{ "id": "p1", "links": [], "policyItems": [
      { "id": "i1", "frequencyType": "hourly", "frequencyInterval": 6, "retentionValue": 60, "nextRun": "x", "tier": "fast" },
      { "id": "i2", "frequencyType": "daily", "frequencyInterval": 1, "retentionValue": 7, "nextRun": "x" },
      { "id": "i3", "frequencyType": "weekly", "frequencyInterval": 6, "retentionValue": 28, "nextRun": "x", "alsoOn": [{ "day": 2 }, { "day": 3 }] }
    ] }]
  }`);
