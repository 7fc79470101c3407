import type { Pg } from '@closingwire/chassis/pg';
import { audit } from './audit.ts';
import { changeStatus } from './users/change.ts';
import { saveChange } from './users/save-change.ts';
import { findAccountByEmail, lockAccount } from './users/store.ts';
import { isActivated, normalEmail } from './users/user.ts';

const fromTheConsole = { ip: '', userAgent: 'admin-cli', id: 'console' };

/** Gives an activated person the admin's rights. Repeating it changes nothing. */
export function makeAdmin(pg: Pg, email: string): Promise<'made' | 'already' | 'unknown' | 'unconfirmed'> {
  return pg.transaction(async tx => {
    const found = await findAccountByEmail(tx, normalEmail(email));
    const account = found && (await lockAccount(tx, found.id));
    if (!account) return 'unknown';
    if (!isActivated(account)) return 'unconfirmed';
    if (account.isAdmin) return 'already';
    await saveChange(tx, changeStatus(account, { isAdmin: true }));
    await audit(tx, fromTheConsole, { action: 'admin-made', targetId: account.id });
    return 'made';
  });
}
