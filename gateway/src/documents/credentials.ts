import type { Access } from '@closingwire/contracts/route';
import { sessionCookies } from '@closingwire/contracts/session-cookies';

const bearer = (description: string, bearerFormat?: string) =>
  ({ type: 'http', scheme: 'bearer', description, ...(bearerFormat && { bearerFormat }) }) as const;

/** How callers can say who they are. */
export const credentialsAt = (publicUrl: string) => ({
  apiKey: bearer(
    'An API key `cw_…` from the settings page. Where the site allows it, the user ID too; then it is as secret as a key.',
  ),
  ingestionKey: bearer('An ingestion key `cwi_…` from whoever runs ClosingWire.'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookies(publicUrl).accessName,
    description: 'The cookie of a browser that is signed in.',
  } as const,
  accessToken: bearer('The access token of a session.', 'JWT'),
});

type Credential = keyof ReturnType<typeof credentialsAt>;

const signedIn: Credential[] = ['session', 'accessToken'];

/** Any one of these opens a call of this access; none is needed where there are none. */
const accepted: Record<Exclude<Access, 'internal'>, Credential[]> = {
  public: [],
  user: signedIn,
  subscriber: signedIn,
  admin: signedIn,
  partner: ['apiKey'],
  ingest: ['ingestionKey'],
};

export const securityOf = (access: Access) =>
  access === 'internal' ? [] : accepted[access].map(name => ({ [name]: [] }));
