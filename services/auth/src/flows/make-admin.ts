import type { Pg } from '@closingwire/chassis/pg';
import { changeOf } from '@closingwire/contracts/audit';
import { audit } from '../audit-log/store.ts';
import { saveChange } from '../users/publish-user.ts';
import { changeStatus } from '../users/rules.ts';
import { lockUserByEmail } from '../users/store.ts';
import { isActivated, normalEmail } from '../users/user.ts';

const fromTheConsole = { ip: '', userAgent: 'admin-cli', id: 'console' };

export function makeAdmin(pg: Pg, email: string): Promise<'made' | 'already' | 'unknown' | 'unconfirmed'> {
  return pg.transaction(async tx => {
    const user = await lockUserByEmail(tx, normalEmail(email));
    if (!user) return 'unknown';
    if (!isActivated(user)) return 'unconfirmed';
    if (user.isAdmin) return 'already';
    await saveChange(tx, user, changeStatus(user, { isAdmin: true }));
    const changes = [changeOf('isAdmin', false, true)];
    await audit(tx, fromTheConsole, { action: 'admin-made', targetId: user.id, changes });
    return 'made';
  });
}
