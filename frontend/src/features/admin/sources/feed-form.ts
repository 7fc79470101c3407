import type { Feed, sourcesApi } from '@closingwire/contracts/sources';
import type { z } from 'zod';

export type FeedForm = {
  url: string;
  authKind: Feed['auth']['kind'];
  tokenUrl: string;
  clientId: string;
  secret: string;
  originatingSystem: string;
  everyMinutes: number;
  isPaused: boolean;
};

/** The settings of a feed as the route takes them. */
export type FeedDraft = Omit<
  z.input<NonNullable<(typeof sourcesApi.saveFeed)['~orpc']['inputSchema']>>,
  'sourceId'
>;

const USUAL_MINUTES = 15;

const blank: FeedForm = {
  url: '',
  authKind: 'client',
  tokenUrl: '',
  clientId: '',
  secret: '',
  originatingSystem: '',
  everyMinutes: USUAL_MINUTES,
  isPaused: false,
};

/** Returns the fields of a feed. The secret is empty: no route returns it. */
export function formOf(feed: Feed | null): FeedForm {
  if (!feed) return blank;
  const { url, auth, originatingSystem, everyMinutes, isPaused } = feed;
  const client = auth.kind === 'client' ? { tokenUrl: auth.tokenUrl, clientId: auth.clientId } : {};
  return {
    ...blank,
    url,
    authKind: auth.kind,
    ...client,
    originatingSystem: originatingSystem ?? '',
    everyMinutes,
    isPaused,
  };
}

export function draftOf(form: FeedForm): FeedDraft {
  const { authKind, tokenUrl, clientId, originatingSystem, everyMinutes, isPaused } = form;
  const secret = form.secret.trim() || undefined;
  return {
    url: form.url.trim(),
    auth:
      authKind === 'client'
        ? { kind: authKind, tokenUrl: tokenUrl.trim(), clientId: clientId.trim(), clientSecret: secret }
        : { kind: authKind, token: secret },
    originatingSystem: originatingSystem.trim() || null,
    everyMinutes,
    isPaused,
  };
}

/**
 * Returns why a secret is or is not needed. `stored`: an empty field keeps the stored one. `again`: the stored one is
 * for another address or another way of signing in. `first`: there is none.
 */
export function secretNeed(
  feed: Feed | null,
  form: Pick<FeedForm, 'url' | 'authKind' | 'tokenUrl'>,
): 'first' | 'again' | 'stored' {
  if (!feed) return 'first';
  const stored = formOf(feed);
  const isSame =
    stored.url === form.url.trim() &&
    stored.authKind === form.authKind &&
    (form.authKind === 'token' || stored.tokenUrl === form.tokenUrl.trim());
  return isSame ? 'stored' : 'again';
}

/** Returns whether saving pulls the feed from its beginning again. */
export const startsOver = (
  feed: Feed | null,
  { url, originatingSystem }: Pick<FeedForm, 'url' | 'originatingSystem'>,
): boolean =>
  feed !== null && (feed.url !== url.trim() || (feed.originatingSystem ?? '') !== originatingSystem.trim());
