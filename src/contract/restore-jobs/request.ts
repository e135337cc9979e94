import * as z from "zod";
import type { Rule, UncheckedRecord } from "../schema/body.ts";
import { INT32 } from "../schema/fields.ts";
import { CLUSTER_NAME, enteredId } from "../schema/ids.ts";

/** Fields of a restore request (specification 2.13), and which of them belong to which delivery type (`domain.md` 11.3). */

/** Delivery types (specification 2.13). */
export const DELIVERY_TYPES = ["automated", "download", "pointInTime"] as const;

const WAYS: Readonly<Record<(typeof DELIVERY_TYPES)[number], string>> = {
  automated: "a snapshot, to a cluster",
  download: "a snapshot, as files",
  pointInTime: "a point in time, to a cluster",
};

/** A delivery type with its description, for people and for programs. */
const wayOf = (type: unknown): string => {
  const known = DELIVERY_TYPES.find((each) => each === type);
  return known === undefined ? String(type) : `${WAYS[known]} (${known})`;
};

/** Earliest point in time of a restore, in seconds since 1970 (specification 2.13). */
export const EARLIEST_POINT_IN_TIME = 1_199_145_600;

const seconds = () =>
  z
    .int()
    .min(EARLIEST_POINT_IN_TIME, `enter at least ${EARLIEST_POINT_IN_TIME}: the year 2008`)
    .max(INT32, `enter at most ${INT32}`);

export const restoreFields = {
  deliveryType: z.enum(DELIVERY_TYPES).meta({
    title: "Restore type",
    help: "Replace a cluster with a snapshot or a point in time, or download files",
    example: "pointInTime",
    words: WAYS,
  }),
  snapshotId: enteredId("a snapshot").optional().meta({
    title: "Snapshot",
    help: "Snapshot to restore or download",
    example: "65f0…9c1a",
  }),
  pointInTimeUTCSeconds: seconds().optional().meta({
    title: "Point in time",
    help: "Time within the restore window, to the second",
    example: "1763733990",
    unit: "s",
  }),
  oplogTs: seconds().optional().meta({
    title: "Oplog time",
    help: "Alternative to a point in time: timestamp of an oplog entry, seconds since 1970",
    example: "1763733990",
    unit: "s",
  }),
  oplogInc: z.int().min(1, "enter 1 or more").max(INT32, `enter at most ${INT32}`).optional().meta({
    title: "Oplog increment",
    help: "Increment of the oplog entry: operation within its second",
    example: "1",
  }),
};

export const targetFields = {
  targetGroupId: enteredId("a project").meta({
    title: "Target project",
    help: "Project of the target cluster",
    example: "65f0…9c1a",
  }),
  targetClusterName: z
    .string()
    .regex(CLUSTER_NAME, "enter letters, digits and hyphens, not starting with a hyphen")
    .meta({ title: "Target cluster", help: "All data of this cluster is replaced", example: "prod-eu-side" }),
};

type Delivery = (typeof DELIVERY_TYPES)[number];

const isDelivery = ({ deliveryType }: UncheckedRecord, ...types: readonly Delivery[]): boolean =>
  types.some((type) => type === deliveryType);

const isKnown = (body: UncheckedRecord): boolean => isDelivery(body, ...DELIVERY_TYPES);

const needed = (field: string, ...types: readonly Delivery[]): Rule => ({
  name: `${field}-required`,
  path: [field],
  message: ({ deliveryType }) => `required for ${wayOf(deliveryType)}`,
  test: (body) => body[field] !== undefined || !isDelivery(body, ...types),
});

const notWith = (field: string, types: readonly Delivery[]): Rule => ({
  name: `${field}-of-another-delivery`,
  path: [field],
  message: ({ deliveryType }) => `not allowed for ${wayOf(deliveryType)}`,
  test: (body) => body[field] === undefined || isDelivery(body, ...types) || !isKnown(body),
});

const isLogPosition = ({ oplogTs, oplogInc }: UncheckedRecord): boolean =>
  oplogTs !== undefined || oplogInc !== undefined;

const pointInTimeRules: readonly Rule[] = [
  ...["pointInTimeUTCSeconds", "oplogTs", "oplogInc"].map((field) => notWith(field, ["pointInTime"])),
  {
    name: "point-in-time-required",
    path: ["pointInTimeUTCSeconds"],
    message: "enter a point in time, or oplog time and increment",
    test: (body) =>
      !isDelivery(body, "pointInTime") || body["pointInTimeUTCSeconds"] !== undefined || isLogPosition(body),
  },
  {
    name: "point-in-time-once",
    path: ["pointInTimeUTCSeconds"],
    message: "enter either a point in time or an oplog position, not both",
    test: (body) =>
      !isDelivery(body, "pointInTime") || body["pointInTimeUTCSeconds"] === undefined || !isLogPosition(body),
  },
  {
    name: "oplogTs-required",
    path: ["oplogTs"],
    message: "required with oplogInc",
    test: (body) => !isDelivery(body, "pointInTime") || body["oplogInc"] === undefined || body["oplogTs"] !== undefined,
  },
  {
    name: "oplogInc-required",
    path: ["oplogInc"],
    message: "required with oplogTs",
    test: (body) => !isDelivery(body, "pointInTime") || body["oplogTs"] === undefined || body["oplogInc"] !== undefined,
  },
];

/** Rules for restores of a serverless instance. */
export const SERVERLESS_RULES: readonly Rule[] = [needed("snapshotId", "automated", "download"), ...pointInTimeRules];

/** Rules for restores of a cluster. */
export const RESTORE_RULES: readonly Rule[] = [
  ...SERVERLESS_RULES,
  ...["targetGroupId", "targetClusterName"].flatMap((field) => [
    needed(field, "automated", "pointInTime"),
    notWith(field, ["automated", "pointInTime"]),
  ]),
];
