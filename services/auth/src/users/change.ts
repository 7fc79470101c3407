import { AppError } from '@closingwire/chassis/app-error';
import type { userDetails } from '@closingwire/contracts/auth-api';
import type { company, profile } from '@closingwire/contracts/user';
import type { z } from 'zod';
import { type ActiveAccount, normalEmail } from './user.ts';

type Profile = z.output<typeof profile>;
type Details = Omit<z.output<typeof userDetails>, 'trialDays'>;
export type StatusChange = { status?: Account['status'] | undefined; isAdmin?: boolean | undefined };
type Account = ActiveAccount;

/** The account after a change, and the event that tells of it. */
export type Change = { account: ActiveAccount; event: 'updated' | 'suspended' | 'reinstated' };

function changed(account: Account, fields: Partial<Account>, event: Change['event'] = 'updated'): Change {
  return { account: { ...account, ...fields, version: account.version + 1 }, event };
}

/** A new address waits in `newEmail` until its own confirmation. */
export function changeProfile(account: Account, { email, ...fields }: Profile): Change {
  const wanted = normalEmail(email);
  return changed(account, { ...fields, newEmail: wanted === account.email ? account.newEmail : wanted });
}

export function confirmNewEmail(account: Account, email: string): Change {
  return changed(account, { email, newEmail: null });
}

export function changePreferences(account: Account, fields: { emailNotifications: boolean }): Change {
  return changed(account, fields);
}

/** Claims on ZIPs stand in the industry, so it is chosen once; afterwards an admin changes it. */
export function chooseCompany(account: Account, fields: z.output<typeof company>): Change {
  if (account.industry === '') return changed(account, fields);
  const text = 'Your industry is set already. Contact support to change it.';
  throw new AppError('conflict', 'industry_set', text);
}

/** An admin's change; fields that are absent stay. */
export function changeDetails(account: Account, { email, ...details }: Details): Change {
  const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  return changed(
    account,
    email === undefined ? given : { ...given, email: normalEmail(email), newEmail: null },
  );
}

export function changeStatus(account: Account, change: StatusChange): Change {
  const status = change.status ?? account.status;
  const isAdmin = change.isAdmin ?? account.isAdmin;
  if (status === account.status) return changed(account, { isAdmin });
  return changed(account, { status, isAdmin }, status === 'suspended' ? 'suspended' : 'reinstated');
}
