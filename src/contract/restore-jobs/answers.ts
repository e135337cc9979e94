import * as z from "zod";
import { amount, flag, Links, many, text } from "../schema/fields.ts";

/** Restore jobs in answers (specification 2.13). No field holds the state: it follows from the flags, the times and the links (`domain.md` 11.2). */

const OplogTimestamp = z.looseObject({ date: text(), increment: amount(), time: amount() });

/** A download link gives access to the data without credentials. */
const bearer = { bearer: true };

const PrivateUrl = z.looseObject({ deliveryUrl: text().meta(bearer), endpointId: text() });

const Component = z.looseObject({
  downloadUrl: text().meta(bearer),
  privateDownloadDeliveryUrls: many(PrivateUrl),
  replicaSetName: text(),
});

const answerFields = {
  id: z.string().brand<"RestoreJobId">(),
  cancelled: flag(),
  deliveryType: text(),
  deliveryUrl: many(z.string()).meta(bearer),
  desiredTimestamp: OplogTimestamp.nullish(),
  expired: flag(),
  expiresAt: text(),
  failed: flag(),
  finishedAt: text(),
  links: Links,
  oplogInc: amount(),
  oplogTs: amount(),
  pointInTimeUTCSeconds: amount(),
  snapshotId: z.string().brand<"SnapshotId">().nullish(),
  targetClusterName: text(),
  targetGroupId: text(),
  timestamp: text(),
};

/** A restore job of a cluster. */
export const RestoreJob = z.looseObject({
  ...answerFields,
  components: many(Component),
  privateDownloadDeliveryUrls: many(PrivateUrl),
  targetDeploymentItemName: text(),
});

/** A restore job of a serverless instance: without components and private links. */
export const ServerlessRestoreJob = z.looseObject(answerFields);

export type RestoreJob = z.output<typeof RestoreJob>;
export type ServerlessRestoreJob = z.output<typeof ServerlessRestoreJob>;
