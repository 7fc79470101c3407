import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('a public address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111'])(
    'includes %s',
    address => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:4136:e378::',
    'example.com',
    '',
  ])('excludes %s', address => expect(isPublicAddress(address)).toBe(false));
});
