import { hkdfSync } from 'node:crypto';

const BLOCK_BYTES = 64;

/** Returns the settings of a connection with which the database computes `own_list_hash`: both pads of the key (RFC 2104). */
export function ownListSettings(serviceSecret: string): Record<string, string> {
  const key = Buffer.alloc(BLOCK_BYTES);
  Buffer.from(hkdfSync('sha256', serviceSecret, '', 'closingwire own lists', 32)).copy(key);
  const padOf = (byte: number) => Buffer.from(key.map(each => each ^ byte)).toString('hex');
  return {
    'closingwire.own_lists_inner': padOf(0x36),
    'closingwire.own_lists_outer': padOf(0x5c),
  };
}
