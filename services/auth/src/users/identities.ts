import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';

/** The user's way in by e-mail: inserted, or brought up to date. */
export async function saveIdentity(
  tx: Tx,
  identity: { userId: string; email: string; isVerified: boolean; data: object },
): Promise<void> {
  const proof = { email: identity.email, email_verified: identity.isVerified };
  const fresh = { ...identity.data, sub: identity.userId, ...proof, phone_verified: false };
  await tx.query(
    `insert into identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2::uuid, 'email', $2::uuid::text, $3, now())
     on conflict (provider, provider_id) do update
       set identity_data = identities.identity_data || $4::jsonb, updated_at = now()`,
    [newId(), identity.userId, fresh, proof],
  );
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from identities where id = $1', [id]);
}

/** The providers that a user signs in with, the oldest first. */
export async function providersOf(pg: Queries, userId: string): Promise<string[]> {
  const rows = await pg.query<{ provider: string }>(
    'select provider from identities where user_id = $1 group by provider order by min(created_at)',
    [userId],
  );
  return rows.map(({ provider }) => provider);
}
