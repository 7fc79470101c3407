import { type Finding, type Looked, problem, warning } from './finding.ts';

/** Login tokens and Stripe's signatures tolerate a few seconds. */
const MOST_SECONDS_OFF = 5;

/** `offSeconds` is positive if this clock is ahead. */
export function checkClock(offSeconds: Looked<number>): Finding[] {
  if (offSeconds.kind !== 'found') {
    const reason = offSeconds.kind === 'unknown' ? offSeconds.reason : 'no reply has a date';
    return [
      warning(
        'clock',
        `cannot be compared with the time of another server (${reason}); check that NTP runs.`,
      ),
    ];
  }
  const off = Math.round(offSeconds.value);
  if (Math.abs(off) <= MOST_SECONDS_OFF) return [];
  const direction = off > 0 ? 'ahead' : 'behind';
  const text = `expected the right time, got ${Math.abs(off)} seconds ${direction}; turn on NTP, e.g. \`timedatectl set-ntp true\`.`;
  return [problem('clock', text)];
}

const LEAST_MB = 2_048;
const SCARCE_MB = 5_120;

/** `freeMb`: free space on the folder's disk. */
export function checkDisk(folder: string, freeMb: Looked<number>): Finding[] {
  if (freeMb.kind !== 'found') {
    const reason = freeMb.kind === 'unknown' ? freeMb.reason : 'there is no such folder';
    return [warning('disk', `the space under ${folder} is not known (${reason}); check it.`)];
  }
  const left = Math.floor(freeMb.value);
  const text = `expected ${SCARCE_MB} MB free under ${folder}, got ${left} MB; make room.`;
  if (left < LEAST_MB) return [problem('disk', text)];
  return left < SCARCE_MB ? [warning('disk', text)] : [];
}

export type PortFacts = {
  name: string;
  port: number;
  /** The process or container that listens on the port. `isOwn`: it is a container of this product. */
  owner?: { text: string; isOwn: boolean } | undefined;
};

export const checkPorts = (ports: readonly PortFacts[]): Finding[] =>
  ports.flatMap(({ name, port, owner }) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      return [problem(name, 'expected a port from 1 to 65535, got another value; correct it.')];
    }
    if (!owner || owner.isOwn) return [];
    const text = `expected port ${port} free, got ${owner.text} on it; stop that, or set another ${name}.`;
    return [problem(name, text)];
  });
