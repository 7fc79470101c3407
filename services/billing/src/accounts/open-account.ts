import { AppError } from '@closingwire/chassis/app-error';
import type { UserCaller } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import type { Billing } from '../billing.ts';
import { findAccount, findFormerTrial, insertAccount } from '../db/accounts.ts';
import type { Account } from '../domain/account.ts';
import { addDays } from '../domain/trial.ts';
import { announceAccount } from './announce.ts';

type Person = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'industry'> & { activatedAt: Date };

type Context = Pick<Billing, 'terms' | 'hashAddress'>;

/**
 * Opens the account of a person with its one trial, counted from her activation; somebody who left and comes back
 * goes on with what is left of hers. Again it does nothing.
 */
export async function openAccount(tx: Tx, { terms, hashAddress }: Context, person: Person): Promise<void> {
  const { activatedAt, ...known } = person;
  const former = await findFormerTrial(tx, hashAddress(person.email));
  const fresh = {
    trialDays: terms.trialDays,
    trialStartedAt: activatedAt,
    trialExpiresAt: addDays(activatedAt, terms.trialDays),
  };
  const isNew = await insertAccount(tx, { ...known, ...(former ?? fresh) }, terms.centsPerZip);
  if (isNew) await announceAccount(tx, person.id, terms.centsPerZip, ['trial-started', 'standing-changed']);
}

/** The caller's account; made from her token when she is here before the news of her registration. */
export async function accountOf(billing: Billing, caller: UserCaller): Promise<Account> {
  const { pg } = billing;
  const known = await findAccount(pg, caller.id);
  if (!known) await pg.transaction(tx => openAccount(tx, billing, caller));
  const account = known ?? (await findAccount(pg, caller.id));
  if (account?.status === 'active') return account;
  throw new AppError('denied', 'account_closed', 'This account is not active');
}
