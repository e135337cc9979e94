import { describe } from "vitest";
import { openPostgres } from "../../src/service/postgres/open.ts";
import { describeStorage } from "../service/storage-contract.ts";
import { DATABASE, newPlace } from "./database.ts";

describe.skipIf(DATABASE === undefined)("PostgreSQL", () => {
  describeStorage("a database", async () => (await openPostgres(newPlace(), Date.now)).store);
});
