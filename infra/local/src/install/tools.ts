import { execa } from 'execa';
import { succeeds } from '../command.ts';

export type Tool = 'java' | 'maven' | 'python' | 'chromium' | 'faketime';

type Requirement = {
  /** In a person's words. */
  what: string;
  /** Debian packages that bring it, the best first. */
  packages: readonly string[];
  isThere: () => Promise<boolean>;
};

/** What the local platform and its tests use of the machine beyond Node. */
export const tools: Record<Tool, Requirement> = {
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
    packages: ['chromium'],
    isThere: () => succeeds(['chromium', '--version']),
  },
  faketime: {
    what: 'faketime',
    packages: ['faketime'],
    isThere: () => succeeds(['faketime', '--version']),
  },
};

async function javaVersion(): Promise<number> {
  const { stderr } = await execa('java', ['-version'], { reject: false });
  return Number(/version "(\d+)/.exec(String(stderr ?? ''))?.[1] ?? 0);
}
