import { openIdentity } from '@closingwire/chassis/identity';
import type { Access } from '@closingwire/contracts/route';
import type { Answer } from '../platform/user.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import type { World } from './world.ts';

export type CallerName =
  | 'nobody'
  | 'service'
  | 'ingestion key'
  | 'suspended'
  | 'expired trial'
  | 'another user'
  | 'admin'
  | 'user id'
  | 'API key'
  | 'user';

export type Call = (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
) => Promise<Answer>;

/**
 * Returns every kind of caller, those with the fewest rights first. So a caller that may delete an object comes after
 * the callers that need the object.
 */
export async function callersOf(world: World): Promise<Record<CallerName, Call>> {
  const { whole, nobody, suspendedToken, expired, other, admin, user } = world;
  const bearing =
    (token: string): Call =>
    (method, path, body, headers) =>
      nobody.call(method, path, body, { ...headers, authorization: `Bearer ${token}` });
  return {
    nobody: nobody.call,
    service: bearing(await serviceToken(whole)),
    'ingestion key': bearing(whole.ingestionKey),
    suspended: bearing(suspendedToken),
    'expired trial': expired.call,
    'another user': other.call,
    admin: admin.call,
    'user id': bearing(user.id),
    'API key': bearing(world.apiKey),
    user: user.call,
  };
}

/** Returns a token as services send it to one another; every service accepts it. */
export function serviceToken({ serviceSecret, url }: WholeAddresses): Promise<string> {
  return openIdentity({ jwksUrl: url, issuer: url, serviceSecret, name: 'billing' }).serviceToken('internal');
}

const noSession = {
  nobody: 401,
  service: 401,
  'ingestion key': 401,
  suspended: 401,
  'user id': 401,
  'API key': 401,
};

/**
 * The status that the gateway returns to each caller for a route with this access. A caller without a status here gets
 * the row's own.
 */
export const expectedOf: Record<Access, Partial<Record<CallerName, number>>> = {
  public: {},
  user: noSession,
  subscriber: { ...noSession, 'expired trial': 402 },
  admin: { ...noSession, 'expired trial': 404, 'another user': 404, user: 404 },
  partner: { nobody: 401, service: 401, 'ingestion key': 401, suspended: 401, 'expired trial': 402 },
  ingest: {
    nobody: 401,
    service: 401,
    suspended: 401,
    'expired trial': 401,
    'another user': 401,
    admin: 401,
    user: 401,
    'user id': 401,
    'API key': 401,
  },
  internal: {
    nobody: 404,
    service: 404,
    'ingestion key': 404,
    suspended: 404,
    'expired trial': 404,
    'another user': 404,
    admin: 404,
    user: 404,
    'user id': 404,
    'API key': 404,
  },
};
