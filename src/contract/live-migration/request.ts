import * as z from "zod";
import { knownValues, secret } from "../schema/fields.ts";
import { filledObject } from "../schema/free-object.ts";
import { CLUSTER_NAME, enteredId } from "../schema/ids.ts";
import { ofLength } from "../schema/lengths.ts";
import { someText } from "../schema/some-text.ts";

/** Fields of a migration request (specification 2.16; `domain.md` 14). */

/** Networks through which the migration host reaches the destination; the specification names only `PUBLIC`. */
export const HOSTNAME_SCHEMAS = ["PUBLIC", "PRIVATE_LINK", "VPC_PEERING"] as const;

const projectId = () => enteredId("a project");
const name = () => someText("enter a name");

const Source = z
  .strictObject({
    groupId: projectId().meta({
      title: "Source project",
      help: "On-premises project of the source",
      example: "Legacy Shop",
    }),
    clusterName: name().meta({
      title: "Source cluster",
      help: "Replica set or sharded cluster to migrate",
      example: "shop-rs0",
    }),
    ssl: z.boolean().meta({
      title: "TLS on source",
      help: "Same as the setting of the source",
      example: "on",
    }),
    caCertificatePath: someText("enter a path").optional().meta({
      title: "CA file",
      help: "Path on the migration host, if TLS uses a private CA",
      example: "/etc/ssl/corp-ca.pem",
    }),
    managedAuthentication: z.boolean().meta({
      title: "Manager manages users",
      help: "On if the manager manages the users of the source",
      example: "on",
    }),
    username: name().optional().meta({
      title: "Source user",
      help: "Only if the manager does not manage users; empty without authentication",
      example: "migrator",
    }),
    password: secret().optional().meta({
      title: "Source password",
      help: "Only if the manager does not manage users",
      example: "hidden input",
      secret: true,
    }),
  })
  .meta({ title: "Source", help: "Cluster to migrate and login of the migration host" });

const Destination = z
  .strictObject({
    groupId: projectId().meta({ title: "Destination project", help: "Current project", example: "Payments" }),
    clusterName: z.string().regex(CLUSTER_NAME, "enter letters, digits and hyphens, not starting with a hyphen").meta({
      title: "Destination cluster",
      help: "Dedicated cluster with enough disk space",
      example: "shop-eu",
    }),
    hostnameSchemaType: knownValues(HOSTNAME_SCHEMAS).meta({
      title: "Network",
      help: "How the migration host reaches the destination",
      example: "PUBLIC",
      known: HOSTNAME_SCHEMAS,
      words: { PUBLIC: "public addresses", PRIVATE_LINK: "private endpoint", VPC_PEERING: "peered network" },
      assumes: "values of hostnameSchemaType beyond PUBLIC: PRIVATE_LINK, VPC_PEERING",
    }),
    privateLinkId: someText("enter an id").optional().meta({
      title: "Private endpoint",
      help: "Endpoint id; only for network private endpoint",
      example: "vpce-0a1b2c3d",
    }),
  })
  .meta({ title: "Destination", help: "Cluster to migrate to" });

const KeyPart = filledObject('name a field, such as { "customerId": 1 }');

const ShardEntry = z.strictObject({
  database: name().meta({ title: "Database", help: "Database of the collection", example: "shop" }),
  collection: name().meta({ title: "Collection", help: "Collection to shard", example: "orders" }),
  shardCollection: z
    .strictObject({
      key: z.array(KeyPart).min(1, ofLength("enter at least one field")).meta({
        title: "Shard key",
        help: 'One object per field, in order: 1 or "hashed"',
        example: '[{ "customerId": 1 }]',
        lines: true,
        assumes: "sharding.shardingEntries.shardCollection.key: required",
      }),
    })
    .meta({ title: "Sharding", help: "Sharding of the collection" }),
});

const Sharding = z
  .strictObject({
    createSupportingIndexes: z.boolean().meta({
      title: "Create key indexes",
      help: "Create missing shard-key indexes on the destination",
      example: "on",
    }),
    shardingEntries: z.array(ShardEntry).meta({
      title: "Collections to shard",
      help: "Only from a replica set 6.0 or later to a sharded cluster; empty for none",
      example: "shop.orders by {customerId: 1}",
      assumes: "sharding.shardingEntries: required; an empty list shards no collection",
    }),
  })
  .optional()
  .meta({ title: "Sharding", help: "Only from a replica set 6.0 or later to a sharded cluster" });

export const migrationFields = {
  source: Source,
  destination: Destination,
  migrationHosts: z.array(someText("enter a host")).length(1, ofLength("enter one host")).meta({
    title: "Migration host",
    help: "Host that runs the migration; not a database host",
    example: "mig01.corp.example",
    assumes: "migrationHosts: required",
  }),
  dropDestinationData: z.boolean().optional().meta({
    title: "Empty destination first",
    help: "Deletes all collections of the destination before copying",
    example: "off",
    ghost: "off",
  }),
  sharding: Sharding,
};
