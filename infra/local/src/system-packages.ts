import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { runCommand, succeeds } from './command.ts';
import { PlatformError, printLine } from './terminal.ts';

export type Tool = 'java' | 'maven' | 'python' | 'chromium' | 'faketime' | 'docker' | 'debootstrap';

type Requirement = {
  what: string;
  /** Debian packages, the preferred one first. */
  packages: readonly string[];
  isThere: () => Promise<boolean>;
};

/** Tools of the local platform and its tests, in addition to Node. */
const tools: Record<Tool, Requirement> = {
  java: {
    what: 'Java 17 or newer',
    packages: ['openjdk-21-jre-headless', 'openjdk-17-jre-headless'],
    isThere: async () => (await javaVersion()) >= 17,
  },
  maven: {
    what: 'Maven',
    packages: ['maven'],
    isThere: () => succeeds(['mvn', '--version']),
  },
  python: {
    what: 'Python 3.10 or newer with its venv module',
    packages: ['python3-venv'],
    isThere: () =>
      succeeds(['python3', '-c', 'import ensurepip, venv, sys; assert sys.version_info >= (3, 10)']),
  },
  chromium: {
    what: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    isThere: async () =>
      (await succeeds(['chromium-headless-shell', '--version'])) || succeeds(['chromium', '--version']),
  },
  faketime: {
    what: 'faketime',
    packages: ['faketime'],
    isThere: () => succeeds(['faketime', '--version']),
  },
  docker: {
    what: 'a container engine',
    packages: ['docker.io'],
    isThere: () => succeeds(['dockerd', '--version']),
  },
  debootstrap: {
    what: 'debootstrap',
    packages: ['debootstrap'],
    isThere: () => succeeds(['debootstrap', '--version']),
  },
};

async function javaVersion(): Promise<number> {
  const { stderr } = await execa('java', ['-version'], { reject: false });
  return Number(/version "(\d+)/.exec(String(stderr ?? ''))?.[1] ?? 0);
}

/** Installs missing tools with apt if permitted; otherwise throws instructions. */
export async function installSystemPackages(wanted: readonly Tool[]): Promise<void> {
  const missing = await missingOf([...new Set(wanted)]);
  if (missing.length === 0) return;
  const names = missing.map(tool => tools[tool].what).join(', ');
  if (!mayUseApt()) throw new PlatformError(howToInstall(missing));
  printLine(`Installing ${names} with apt, once.`);
  await runCommand(['apt-get', 'update', '-qq'], quiet);
  const packages = await Promise.all(missing.map(tool => firstKnown(tools[tool].packages)));
  await runCommand(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...patient, ...packages],
    quiet,
  );
  const left = await missingOf(missing);
  if (left.length > 0) throw new PlatformError(howToInstall(left));
}

const quiet = { DEBIAN_FRONTEND: 'noninteractive' };

/** apt waits for its lock, because a fresh machine may be running its own upgrade. */
const patient = ['-o', 'DPkg::Lock::Timeout=120'];

async function missingOf(wanted: readonly Tool[]): Promise<Tool[]> {
  const there = await Promise.all(wanted.map(tool => tools[tool].isThere()));
  return wanted.filter((_, index) => there[index] === false);
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Returns the first package that this release has. */
async function firstKnown(packages: readonly string[]): Promise<string> {
  for (const name of packages) {
    if (await succeeds(['apt-get', 'install', '--simulate', '-qq', name])) return name;
  }
  return packages.at(-1) ?? '';
}

/** Returns the instructions for installing tools by hand. */
export function howToInstall(missing: readonly Tool[]): string {
  const what = missing.map(tool => tools[tool].what).join(', ');
  const packages = missing.map(tool => tools[tool].packages.at(-1)).join(' ');
  return `This machine lacks ${what}. Install it (on Debian or Ubuntu: sudo apt-get install ${packages}), or start a container engine, then try again.`;
}
