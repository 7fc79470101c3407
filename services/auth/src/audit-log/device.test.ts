import { expect, test } from 'vitest';
import { deviceName, isNewDevice } from './device.ts';

const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('the name has browser and system', () => {
  expect(deviceName(firefox(140))).toBe('Firefox on Windows');
  expect(deviceName(safari)).toBe('Safari on iOS');
  expect(deviceName('curl/8.9.1')).toBe('curl');
  expect(deviceName('')).toBe('An unknown browser');
});

test('the first device of a user is not new', () => {
  expect(isNewDevice({ ip: '192.0.2.7', userAgent: safari }, [])).toBe(false);
});

test('a newer browser version or a nearby address is not new', () => {
  const earlier = [{ ip: '192.0.2.7', userAgent: firefox(140) }];
  expect(isNewDevice({ ip: '192.0.99.1', userAgent: firefox(141) }, earlier)).toBe(false);
});

test('another browser or network is new', () => {
  const earlier = [
    { ip: '192.0.2.7', userAgent: firefox(140) },
    { ip: '2001:db8:7::1', userAgent: safari },
  ];
  expect(isNewDevice({ ip: '192.0.2.7', userAgent: safari }, earlier)).toBe(true);
  expect(isNewDevice({ ip: '198.51.100.1', userAgent: firefox(140) }, earlier)).toBe(true);
  expect(isNewDevice({ ip: '2001:db8:7:99::2', userAgent: safari }, earlier)).toBe(false);
  expect(isNewDevice({ ip: '2001:db8:8::1', userAgent: safari }, earlier)).toBe(true);
});
