import type { RouteMeta, ServiceName } from '@closingwire/contracts/route';

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

/** Groups of calls in the order of the reference: for programs first, then for the site's pages, then the rest. */
export const tags = [
  { name: PARTNER, description: 'For programs of partners: read leads, deliver leads' },
  ...Object.values(ofService).map(name => ({ name, description: "For the site's own pages" })),
  { name: ADMIN, description: 'For admins; to others these calls do not exist' },
  { name: SYSTEMS, description: 'For the payment provider, links in mails, search engines and the like' },
];

export function tagOf(
  { service, access }: RouteMeta,
  path: string,
  { isForSystems = false }: { isForSystems?: boolean | undefined } = {},
): string {
  if (access === 'partner' || access === 'ingest') return PARTNER;
  if (access === 'admin' || path.startsWith('/api/admin/')) return ADMIN;
  return isForSystems ? SYSTEMS : ofService[service];
}
