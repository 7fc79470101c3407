import Bowser from 'bowser';

export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program';
export type Device = { name: string; kind: DeviceKind };

const kinds: Record<string, DeviceKind> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' };

/** Returns browser and system, or the program, of a User-Agent header. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { name: 'Unknown device', kind: 'program' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = kinds[platform.type ?? ''];
  if (!browser.name || !os.name || !kind) return { name: programOf(userAgent), kind: 'program' };
  return { name: `${browser.name} on ${os.name}`, kind };
}

/** The header's first product, without its version. */
const programOf = (userAgent: string): string => /^[^/\s(]+/.exec(userAgent.trim())?.[0] ?? 'Unknown device';
