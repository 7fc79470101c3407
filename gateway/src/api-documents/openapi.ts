import { api } from '@closingwire/contracts/api';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import { type Access, problem, type RouteMeta, type ServiceName } from '@closingwire/contracts/route';
import { sessionCookies } from '@closingwire/contracts/session-cookies';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { contractOperation, type Operation, plainOperation, webhooksAt } from './operations.ts';
import { sharedReplies } from './refusals.ts';

const bearer = (description: string, bearerFormat?: string) =>
  ({ type: 'http', scheme: 'bearer', description, ...(bearerFormat && { bearerFormat }) }) as const;

const credentialsAt = (publicUrl: string) => ({
  apiKey: bearer(
    'An API key `cw_…` from the settings page. Where the site allows it, the user ID too; then it is as secret as a key.',
  ),
  ingestionKey: bearer('An ingestion key `cwi_…` from the operator of this site.'),
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

/** One of these credentials is needed for a call of this access. */
const accepted: Record<Exclude<Access, 'internal'>, Credential[]> = {
  public: [],
  user: signedIn,
  subscriber: signedIn,
  admin: signedIn,
  partner: ['apiKey'],
  ingest: ['ingestionKey'],
};

const securityOf = (access: Access) =>
  access === 'internal' ? [] : accepted[access].map(name => ({ [name]: [] }));

/** The first text at /api/docs. */
const introduction = `Contact lists of real estate agents who closed a sale in the last seven days, ZIP by ZIP. Most calls below serve the site's own pages; your programs need those under **Partner API**.

### Read leads with an API key

Make a key under Settings → API access; it begins with \`cw_\`. Then ask for the closings in the account's ZIPs:

\`\`\`sh
curl -H 'Authorization: Bearer cw_…' '{site}/api/v1/agents-properties?zip=98030&limit=200'
\`\`\`

### Deliver leads with an ingestion key

A source of leads gets a key from the operator of this site; it begins with \`cwi_\`. Send files and streams unchanged:

\`\`\`sh
curl -H 'Authorization: Bearer cwi_…' -H 'Content-Type: text/csv' -T leads.csv -X POST {site}/api/v1/leads
\`\`\`

### Receive webhooks

A signed message to a source's own address tells it which ZIP to look at; see **Webhooks** at the end.

### When a call fails

The reply is a problem document (RFC 9457): \`message\` is for people, \`code\` is stable and for programs, \`requestId\` is for support. 429 and 503 say in \`Retry-After\` how many seconds to wait.`;

const PARTNER = 'Partner API';
const ADMIN = 'Admin';
const SYSTEMS = 'Other systems';

const ofService: Record<ServiceName, string> = {
  auth: 'Accounts',
  leads: 'Leads',
  catalog: 'ZIP codes',
  billing: 'Billing',
  notifications: 'Notifications',
  content: 'Help and contact',
};

/** Groups of calls, in the order of the reference. */
const tags = [
  { name: PARTNER, description: 'For programs of partners: read leads, deliver leads' },
  ...Object.values(ofService).map(name => ({ name, description: "For the site's own pages" })),
  { name: ADMIN, description: 'For admins; other callers get a 404' },
  { name: SYSTEMS, description: 'For the payment provider, links in emails and search engines' },
];

type Tagged = Pick<RouteMeta, 'service' | 'access'> & { isForSystems?: boolean | undefined };

function tagOf({ service, access, isForSystems = false }: Tagged): string {
  if (access === 'partner' || access === 'ingest') return PARTNER;
  if (access === 'admin') return ADMIN;
  return isForSystems ? SYSTEMS : ofService[service];
}

type Paths = Record<string, Record<string, Operation> | undefined>;

const isOutside = ({ access }: RouteMeta) => access !== 'internal';

function contractPaths(generated: Paths): Paths {
  const paths: Paths = {};
  for (const [path, item = {}] of Object.entries(generated)) {
    paths[path] = Object.fromEntries(
      Object.entries(item).map(([method, given]) => {
        const { operation, meta } = contractOperation(given, method);
        return [method, { ...operation, tags: [tagOf(meta)], security: securityOf(meta.access) }];
      }),
    );
  }
  return paths;
}

/** Adds the plain routes; one with the method and path of a contract route is left out. */
function addPlainRoutes(paths: Paths): void {
  for (const route of Object.values<PlainRoute>(plainRoutes)) {
    const path = route.path.replace(/\/\*$/, '/{path}');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[route.method.toLowerCase()] ??= {
      ...plainOperation(route, path),
      tags: [tagOf(route)],
      security: securityOf(route.access),
    };
  }
}

const noise: unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Leaves out the bounds, patterns and dialect that zod adds to each schema; `format` says the same. */
function spare(this: { format?: unknown }, key: string, value: unknown): unknown {
  const isNoise = key === '$schema' || (key === 'pattern' && 'format' in this) || noise.includes(value);
  return isNoise ? undefined : value;
}

/** Returns the OpenAPI 3.1 document of all public routes, as JSON. */
export async function openApiDocument(publicUrl: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const generated = await generator.generate(api, {
    filter: ({ contract }) => isOutside(contract['~orpc'].meta as RouteMeta),
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Problem' }),
  });
  const paths = contractPaths(generated.paths as Paths);
  addPlainRoutes(paths);
  const document = {
    openapi: generated.openapi,
    info: {
      title: 'ClosingWire',
      version: '1',
      description: introduction.replaceAll('{site}', publicUrl.replace(/\/$/, '')),
    },
    servers: [{ url: publicUrl }],
    tags,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: webhooksAt(tags[0]?.name ?? ''),
    components: {
      schemas: { Problem: z.toJSONSchema(problem) },
      responses: sharedReplies,
      securitySchemes: credentialsAt(publicUrl),
    },
  };
  return JSON.stringify(document, spare);
}
