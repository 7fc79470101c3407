import { AppError } from '@closingwire/chassis/app-error';
import type { StatusChange } from './change.ts';
import type { UserRow } from './user.ts';

/** Whether the change would take somebody's role as an admin. */
export function takesAdmin({ isAdmin }: Pick<UserRow, 'isAdmin'>, change: StatusChange): boolean {
  return isAdmin && (change.status === 'suspended' || change.isAdmin === false);
}

type Proposal = { actorId: string; userId: string; change: StatusChange; takesLastAdmin: boolean };

/** No admin suspends or demotes themselves, and one admin is always left. */
export function checkStatusChange({ actorId, userId, change, takesLastAdmin }: Proposal): void {
  if (change.status === 'suspended' && userId === actorId) {
    throw new AppError('conflict', 'own_suspension', 'You cannot suspend your own account');
  }
  if (takesLastAdmin) {
    throw new AppError(
      'conflict',
      'last_admin',
      'This is the only active admin. Make somebody else an admin first',
    );
  }
}
