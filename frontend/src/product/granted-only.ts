import type { AccountStanding } from '@closingwire/contracts/screen-api';

/** True if admins granted all ZIPs: nothing is to be paid. */
export const hasGrantedOnly = ({
  unpaidZipCount,
  grantedZipCount,
}: Pick<AccountStanding, 'unpaidZipCount' | 'grantedZipCount'>): boolean =>
  grantedZipCount !== undefined && grantedZipCount > 0 && unpaidZipCount === 0;
