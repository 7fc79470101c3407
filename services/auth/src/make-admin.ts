import type { Pg } from '@closingwire/chassis/pg';
import { findAccountByEmail, lockAccount } from './db/accounts.ts';
import { audit } from './db/audit.ts';
import { isActivated, normalEmail } from './domain/account.ts';
import { changeStatus } from './domain/account-change.ts';
import { saveChange } from './save-change.ts';

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
