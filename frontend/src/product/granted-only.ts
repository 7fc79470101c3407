import type { AccountStanding } from '@closingwire/contracts/screen-api';

/** True if admins granted all the user's ZIPs, so the user pays nothing. */
export const hasGrantedOnly = ({
  unpaidZipCount,
  grantedZipCount,
}: Pick<AccountStanding, 'unpaidZipCount' | 'grantedZipCount'>): boolean =>
  grantedZipCount !== undefined && grantedZipCount > 0 && unpaidZipCount === 0;
