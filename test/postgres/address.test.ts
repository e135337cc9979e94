import { describe, expect, test } from "vitest";
import { readAddress } from "../../src/service/postgres/address.ts";

describe("the address of a database", () => {
  test("has the tables in public unless it names a schema, and shows no password", () => {
    expect(readAddress("postgres://me:geheim@db:5433/team")).toEqual({
      connection: "postgres://me:geheim@db:5433/team",
      schema: "public",
      options: "-c search_path=public",
      shown: "postgres://me:****@db:5433/team",
    });
    expect(readAddress("postgres://me@db/team?schema=night&sslmode=require")).toMatchObject({
      connection: "postgres://me@db/team?sslmode=require",
      schema: "night",
      shown: "postgres://me@db/team?sslmode=require (schema night)",
    });
    expect(readAddress("postgres://me@db/team?password=geheim").shown).not.toContain("geheim");
  });

  test("keeps the settings that it gives, and the schema is the last word", () => {
    const given = readAddress("postgres://me@db/team?schema=a&options=-c%20search_path%3Db%20-c%20work_mem%3D8MB");
    expect(given.options).toBe("-c search_path=b -c work_mem=8MB -c search_path=a");
    expect(given.connection).not.toContain("options");
  });

  test.each(["A", "a-b", "1a", "", "a;drop", `a${"b".repeat(63)}`, 'a"b'])("takes no schema %j", (schema) => {
    const place = `postgres://me@db/team?schema=${encodeURIComponent(schema)}`;
    expect(() => readAddress(place)).toThrow(/is not the name of a schema/u);
  });

  test("that is none is refused", () => {
    expect(() => readAddress("postgres://[")).toThrow(/takes an address such as/u);
  });
});
