import Bowser from 'bowser';

/** By what a browser is known again. */
type Place = { ip: string; userAgent: string };

/** What users call the thing that they sign in with, such as 'Firefox on Windows'. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'An unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.split(/[/\s]/, 1)[0] || 'An unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}

/** The part of an address that stays while a provider assigns others: half of an IPv4, /48 of an IPv6. */
function regionOf(ip: string): string {
  const v4 = /(\d+\.\d+)\.\d+\.\d+$/.exec(ip);
  if (v4?.[1]) return v4[1];
  const [head = '', tail] = ip.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  return (tail === undefined ? groups : [...groups, '0', '0', '0']).slice(0, 3).join(':');
}

const fingerprintOf = (place: Place) => `${deviceName(place.userAgent)} at ${regionOf(place.ip)}`;

/** Whether a user who was here before comes from a browser or a network that they never used. */
export function isNewDevice(place: Place, earlier: readonly Place[]): boolean {
  return earlier.length > 0 && !earlier.map(fingerprintOf).includes(fingerprintOf(place));
}
