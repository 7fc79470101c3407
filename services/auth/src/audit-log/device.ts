import Bowser from 'bowser';

export type Device = { ip: string; userAgent: string };

/** Returns a name for users, such as 'Firefox on Windows'. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'An unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.split(/[/\s]/, 1)[0] || 'An unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}

/** Returns the part of an address that a provider rarely changes: half of an IPv4 address, /48 of an IPv6 address. */
function regionOf(ip: string): string {
  const v4 = /(\d+\.\d+)\.\d+\.\d+$/.exec(ip);
  if (v4?.[1]) return v4[1];
  const [head = '', tail] = ip.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  return (tail === undefined ? groups : [...groups, '0', '0', '0']).slice(0, 3).join(':');
}

const fingerprintOf = ({ ip, userAgent }: Device) => `${deviceName(userAgent)} at ${regionOf(ip)}`;

/** Returns false for a user without earlier devices. */
export function isNewDevice(device: Device, earlier: readonly Device[]): boolean {
  return earlier.length > 0 && !earlier.map(fingerprintOf).includes(fingerprintOf(device));
}
