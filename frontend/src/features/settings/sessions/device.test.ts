import { describe, expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a device', () => {
  it.each([
    [mac, { name: 'Chrome on macOS', kind: 'computer' }],
    [phone, { name: 'Safari on iOS', kind: 'phone' }],
    [firefox, { name: 'Firefox on Linux', kind: 'computer' }],
  ])('is named after browser and system: %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device);
  });

  it('is the program that is no browser', () => {
    expect(deviceOf('curl/8.5.0')).toEqual({ name: 'curl', kind: 'program' });
  });

  it('is unknown without a name', () => {
    expect(deviceOf(' ')).toEqual({ name: 'Unknown device', kind: 'program' });
  });
});
