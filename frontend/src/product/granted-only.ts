import type { AccountStanding } from '@closingwire/contracts/reader-api';

/** Every ZIP was given by an admin: there is nothing to pay for. */
export const hasGrantedOnly = ({
  unpaidZipCount,
  grantedZipCount,
}: Pick<AccountStanding, 'unpaidZipCount' | 'grantedZipCount'>): boolean =>
  grantedZipCount !== undefined && grantedZipCount > 0 && unpaidZipCount === 0;
