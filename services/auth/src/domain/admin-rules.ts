import { AppError } from '@closingwire/chassis/app-error';
import type { StatusChange } from './account-change.ts';

type Proposal = { actorId: string; userId: string; change: StatusChange; activeAdmins: readonly string[] };

/** Whether the change would take somebody's role as an admin. */
export function takesAdmin({ status, isAdmin }: StatusChange): boolean {
  return status === 'suspended' || isAdmin === false;
}

/** Nobody locks herself out, and somebody is always left to let people in. */
export function checkStatusChange({ actorId, userId, change, activeAdmins }: Proposal): void {
  if (change.status === 'suspended' && userId === actorId) {
    throw new AppError('conflict', 'own_suspension', 'You cannot suspend your own account');
  }
  if (takesAdmin(change) && activeAdmins.length === 1 && activeAdmins[0] === userId) {
    throw new AppError(
      'conflict',
      'last_admin',
      'This is the only active admin. Make somebody else an admin first',
    );
  }
}
