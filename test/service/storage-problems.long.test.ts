import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../src/service/embedded.ts";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import { clientOf } from "./support.ts";

/** What keeps a service from its data is said with the file and what helps. */

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

/** A file system of a few kilobytes, or null where none can be made. */
function smallDisk(kilobytes: number): string | null {
  const place = folder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", place], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", place]);
  });
  return place;
}

describe("a service that cannot start", () => {
  test("names a file that is no database", async () => {
    const dataDir = folder();
    const file = join(dataDir, "service.sqlite");
    writeFileSync(file, "garbage, and more of it");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      new RegExp(`^${file} is damaged or not a database.*serve --fresh.*--data`, "u"),
    );
  });

  test("names a file that stands where its directory should be", async () => {
    const file = join(folder(), "data");
    writeFileSync(file, "");
    for (const dataDir of [file, join(file, "below")]) {
      await expect(startEmbedded({ dataDir })).rejects.toThrow(/a file has the name of a directory/u);
    }
  });

  test("names a directory that stands where its file should be", async () => {
    const dataDir = folder();
    mkdirSync(join(dataDir, "service.sqlite"));
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/service\.sqlite is a directory/u);
  });

  test("says that the disk is full", async ({ skip }) => {
    const disk = smallDisk(200);
    if (disk === null) return skip("no small file system can be made here");
    await expect(startEmbedded({ dataDir: join(disk, "data") })).rejects.toThrow(
      /^No space left on the disk for .*service\.sqlite.*Free some space/u,
    );
  });
});

describe("a service that loses its data while it runs", () => {
  test("says that the disk is full, once it is", async ({ skip }) => {
    const disk = smallDisk(16_000);
    if (disk === null) return skip("no small file system can be made here");
    const troubles: string[] = [];
    const service = await startService({
      place: join(disk, "data.sqlite"),
      quiet: true,
      size: { alerts: 12 },
      report: (trouble) => troubles.push(trouble),
    });
    onTestFinished(() => service.stop().catch(() => undefined));
    const call = await clientOf(service.ready);
    try {
      writeFileSync(join(disk, "filler"), Buffer.alloc(16_000_000));
    } catch {
      // What fits is written.
    }
    let status = 200;
    for (let tries = 0; status === 200 && tries < 200; tries += 1) {
      status = (await call("POST", `/groups/${call.groupId}/alertConfigs`, { body })).status;
    }
    expect(status).toBe(500);
    expect(troubles[0]).toMatch(/^A request failed in the service\. No space left on the disk for .*data\.sqlite/u);
    rmSync(join(disk, "filler"));
    expect((await call("POST", `/groups/${call.groupId}/alertConfigs`, { body })).status).toBe(200);
  });

  test.each(["", "-wal", "-shm"])("answers no write as done when its file service.sqlite%s is gone", async (suffix) => {
    const place = join(folder(), "service.sqlite");
    const troubles: string[] = [];
    const service = await startService({
      place,
      quiet: true,
      size: { alerts: 12 },
      report: (trouble) => troubles.push(trouble),
    });
    onTestFinished(() => service.stop());
    const call = await clientOf(service.ready);
    const path = `/groups/${call.groupId}/alertConfigs`;
    expect((await call("POST", path, { body })).status).toBe(200);
    rmSync(`${place}${suffix}`);
    expect((await call("POST", path, { body })).status).toBe(500);
    expect(troubles).toEqual([
      expect.stringContaining(`${place}${suffix} was deleted or replaced while the service ran`),
    ]);
    expect(existsSync(`${place}${suffix}`)).toBe(false);
  });
});
