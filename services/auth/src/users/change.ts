import { AppError } from '@closingwire/chassis/app-error';
import type { userDetails } from '@closingwire/contracts/auth';
import type { company, profile } from '@closingwire/contracts/user';
import type { z } from 'zod';
import type { Change } from './publish-user.ts';
import type { UserRow } from './user.ts';

type ProfileForm = Omit<z.output<typeof profile>, 'email'>;
type Details = Omit<z.output<typeof userDetails>, 'trialDays' | 'email'>;
export type StatusChange = { status?: UserRow['status'] | undefined; isAdmin?: boolean | undefined };

const updated = (fields: Change['fields']): Change => ({ fields, event: 'updated' });

/** All of a profile but the address, which changes by mailed links only. */
export function changeProfile({ phone, ...fields }: ProfileForm): Change {
  return updated({ ...fields, contactPhone: phone });
}

export function changePreferences(fields: { emailNotifications: boolean }): Change {
  return updated(fields);
}

/** Claims on ZIPs stand in the industry, so it is chosen once; afterwards an admin changes it. */
export function chooseCompany({ industry }: UserRow, fields: z.output<typeof company>): Change {
  if (industry === '') return updated(fields);
  const text = 'Your industry is set already. Contact support to change it.';
  throw new AppError('conflict', 'industry_set', text);
}

/** An admin's change of all but the address; fields that are absent stay. */
export function changeDetails({ phone, ...details }: Details): Change {
  return updated({ ...details, contactPhone: phone });
}

export function changeStatus(user: UserRow, change: StatusChange): Change {
  const status = change.status ?? user.status;
  const isAdmin = change.isAdmin ?? user.isAdmin;
  if (status === user.status) return updated({ isAdmin });
  return { fields: { status, isAdmin }, event: status === 'suspended' ? 'suspended' : 'reinstated' };
}
