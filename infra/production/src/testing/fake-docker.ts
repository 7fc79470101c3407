import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { vi } from 'vitest';

/**
 * A fake `docker`. It records its calls, with `[project]` for Compose's options. Every container is healthy, except
 * the services in `crash`: they have restarted once more at each check.
 */
const script = `#!/bin/sh
here=\${0%/*}
call=$(echo "$*" | sed 's/--project-name \\([^ ]*\\) .* --profile \\*/[\\1]/')
echo "$call" >> "$here/calls"
. "$here/behavior"
container() {
  count=0 health=healthy
  if [ -f "$here/crash-$1" ]; then
    count=$(cat "$here/crash-$1") health=starting
    echo $((count + 1)) > "$here/crash-$1"
  fi
  printf '{"Id":"%s","RestartCount":%d,"Config":{"Labels":{"com.docker.compose.service":"%s"}},' "$1" "$count" "$1"
  printf '"State":{"Status":"restarting","ExitCode":1,"Health":{"Status":"%s"}}}' "$health" |
    if [ "$health" = healthy ]; then sed 's/restarting/running/'; else cat; fi
}
case $call in
  *' ps --services '*) project=\${call#*[}; cat "$here/running-\${project%%]*}" 2> /dev/null ;;
  *' ps --all --quiet '*) echo "\${call##*--quiet }" | tr ' ' '\\n' ;;
  'inspect '*)
    separator=[
    for id in \${call#inspect }; do
      printf %s "$separator"; separator=,
      container "$id"
    done
    echo ] ;;
  'image inspect --format {{ .Id }}'*) echo sha256:0123456789abcdef ;;
esac
exit 0
`;

export type FakeDocker = {
  /** The folder of the command; tests may add files. */
  folder: string;
  calls(): Promise<string[]>;
  /** Adds shell code that runs first; `$call` is the call. */
  behave(code: string): Promise<void>;
  /** Makes a service restart again and again. */
  crash(service: string): Promise<void>;
  /** Sets the running services of a project. */
  run(project: string, services: readonly string[]): Promise<void>;
  remove(): Promise<void>;
};

const starting =
  '[{"Id":"a","RestartCount":0,"State":{"Status":"running","ExitCode":0,"Health":{"Status":"starting"}},"Config":{"Labels":{}}}]';

/** Code for `behave`: the service starts and never becomes ready. */
export const neverReady = (service: string): string =>
  `case $call in inspect*${service}*) echo '${starting}'; exit;; esac`;

/** Puts the fake on PATH until `remove`. */
export async function fakeDocker(): Promise<FakeDocker> {
  const folder = await mkdtemp(`${tmpdir()}/docker-`);
  const write = (name: string, text: string) => writeFile(`${folder}/${name}`, text);
  await write('docker', script);
  await chmod(`${folder}/docker`, 0o755);
  await write('behavior', '');
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  return {
    folder,
    calls: async () => (await readFile(`${folder}/calls`, 'utf8')).trimEnd().split('\n'),
    behave: code => write('behavior', code),
    crash: service => write(`crash-${service}`, '0'),
    run: (project, services) => write(`running-${project}`, services.join('\n')),
    async remove() {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    },
  };
}
