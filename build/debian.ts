import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import manifest from "../package.json" with { type: "json" };
import { completionScript } from "../src/commands/completion/scripts.ts";

/** Builds the Debian package of the executable, with its man page, completions and licences. */

/** Debian's names of processor architectures, by Node's names. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64", arm: "armhf" };

/** Reason why no package can be built here, or null. */
export function whyNoDebian(): string | null {
  if (ARCHITECTURES[process.arch] === undefined) return `Debian has no name for ${process.arch}`;
  if (process.platform !== "linux") return "it is made on Linux only";
  return spawnSync("dpkg-deb", ["--version"]).status === 0 ? null : "dpkg-deb is not installed";
}

/** A file of the package, by its path on the installed system. */
type Packed = { readonly path: string; readonly contents: string | Buffer };

/** Compressed without a timestamp, so that the same sources give the same package. */
const zipped = (text: string): Buffer => gzipSync(text, { level: 9 });

function filesOf(checkout: string, licences: string): readonly Packed[] {
  const text = (name: string): string => readFileSync(join(checkout, name), "utf8");
  const node = readFileSync(join(dirname(process.execPath), "..", "LICENSE"), "utf8");
  const copyright = [
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
    "Upstream-Name: sextant",
    "License: Apache-2.0",
    "",
    text("LICENSE"),
    "The executable has Node.js inside:",
    "",
    node,
    "and these packages:",
    "",
    licences,
  ].join("\n");
  return [
    { path: "usr/share/man/man1/sextant.1.gz", contents: zipped(text("docs/sextant.1")) },
    { path: "usr/share/bash-completion/completions/sextant", contents: completionScript("bash") },
    { path: "usr/share/zsh/vendor-completions/_sextant", contents: completionScript("zsh") },
    { path: "usr/share/fish/vendor_completions.d/sextant.fish", contents: completionScript("fish") },
    { path: "usr/share/doc/sextant/copyright", contents: copyright },
    { path: "usr/share/doc/sextant/changelog.gz", contents: zipped(text("CHANGELOG.md")) },
  ];
}

const control = (kilobytes: number): string =>
  [
    "Package: sextant",
    `Version: ${manifest.version}`,
    `Architecture: ${ARCHITECTURES[process.arch] ?? process.arch}`,
    "Maintainer: The Sextant developers <sextant@localhost>",
    `Installed-Size: ${kilobytes}`,
    "Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6",
    "Suggests: libsecret-tools",
    "Section: admin",
    "Priority: optional",
    "Description: terminal console for the Project Administration Service API",
    " Lists, details and live views of alerts, backups, search indexes, live",
    " migrations and settings of a hosted database service, and a form for every",
    " change, each with a review before it is sent.",
    "",
  ].join("\n");

/**
 * Builds the package.
 *
 * @param executable the single file that it installs
 * @param outfile path of the package
 * @throws Error with the output of dpkg-deb
 */
export function buildDebian(checkout: string, executable: string, licences: string, outfile: string): void {
  const root = mkdtempSync(join(tmpdir(), "sextant-debian-"));
  try {
    chmodSync(root, 0o755);
    const put = ({ path, contents }: Packed): void => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
      writeFileSync(file, contents, { mode: 0o644 });
    };
    for (const file of filesOf(checkout, licences)) put(file);
    const program = join(root, "usr", "bin", "sextant");
    mkdirSync(dirname(program), { recursive: true, mode: 0o755 });
    copyFileSync(executable, program);
    chmodSync(program, 0o755);
    put({ path: "DEBIAN/control", contents: control(Math.ceil(statSync(program).size / 1024)) });
    const now = execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: checkout, encoding: "utf8" }).trim();
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", root, outfile], {
      stdio: "pipe",
      env: { ...process.env, SOURCE_DATE_EPOCH: process.env["SOURCE_DATE_EPOCH"] ?? now },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** File name of the package by Debian's rules. */
export const debianName = (): string =>
  `sextant_${manifest.version}_${ARCHITECTURES[process.arch] ?? process.arch}.deb`;
