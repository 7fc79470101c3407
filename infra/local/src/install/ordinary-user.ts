import { createHash } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { type Command, runCommand, succeeds } from '../command.ts';

const nobody = '65534';

export type OrdinaryUser = {
  command: (command: Command) => Command;
  binaries: string;
  data: string;
  home: 'in place' | 'copied';
};

/**
 * PostgreSQL refuses to run as root. Root becomes `nobody` in a user name space, where the files stay as
 * they are; where those are forbidden (many containers) it becomes the real `nobody`, who may not be able
 * to reach the repository: then binaries and data live under /var/tmp.
 */
export async function ordinaryUser(wanted: { binaries: string; data: string }): Promise<OrdinaryUser> {
  if (process.getuid?.() !== 0) return { ...wanted, command: command => command, home: 'in place' };
  const nameSpace: Command = ['unshare', '-U', `--map-user=${nobody}`, `--map-group=${nobody}`];
  if (await succeeds([...nameSpace, 'true'])) {
    return { ...wanted, command: command => [...nameSpace, ...command], home: 'in place' };
  }
  return copiedForNobody(wanted);
}

async function copiedForNobody({
  binaries,
  data,
}: {
  binaries: string;
  data: string;
}): Promise<OrdinaryUser> {
  const place = placeForNobody(data);
  await mkdir(place, { recursive: true });
  await cp(binaries, `${place}/native`, { recursive: true, verbatimSymlinks: true });
  await runCommand(['chown', '-R', `${nobody}:${nobody}`, place]);
  const become: Command = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  return {
    command: command => [...become, ...command],
    binaries: `${place}/native`,
    data: homeForNobody(data),
    home: 'copied',
  };
}

/** The folder outside the repository that stands in for `data` when name spaces are forbidden. */
export function placeForNobody(data: string): string {
  return `/var/tmp/closingwire-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}

/** Where the data themselves lie then. */
export const homeForNobody = (data: string) => `${placeForNobody(data)}/data`;
