import { formatInstant } from '../../../lib/dates.ts';
import { useAccess } from './queries.ts';
import { Lines, Nothing, Section } from './section.tsx';

export function SessionsSection({ userId }: { userId: string }) {
  const access = useAccess(userId);
  return (
    <Section title="Sessions" noun="sessions" query={access}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Nothing>The user is signed in nowhere.</Nothing>
        ) : (
          <Lines label="Sessions" rows={sessions} keyOf={({ id }) => id}>
            {({ userAgent, ip, createdAt, refreshedAt }) => (
              <>
                <span className="min-w-0">
                  {userAgent || 'Unknown device'} <span className="text-muted">{ip}</span>
                </span>
                <span className="text-muted">
                  Signed in {formatInstant(createdAt)}, last used {formatInstant(refreshedAt)}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}

export function KeysSection({ userId }: { userId: string }) {
  const access = useAccess(userId);
  return (
    <Section title="API keys" noun="API keys" query={access}>
      {({ apiKeys }) =>
        apiKeys.length === 0 ? (
          <Nothing>The user has no API key.</Nothing>
        ) : (
          <Lines label="API keys" rows={apiKeys} keyOf={({ id }) => id}>
            {({ name, prefix, createdAt, lastUsedAt, expiresAt }) => (
              <>
                <span>
                  <span className="font-semibold">{name}</span> <code>{prefix}…</code>
                </span>
                <span className="text-muted">
                  Made {formatInstant(createdAt)},{' '}
                  {lastUsedAt === null ? 'never used' : `last used ${formatInstant(lastUsedAt)}`}
                  {expiresAt !== null && `, ends ${formatInstant(expiresAt)}`}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}
