import { httpPart } from '@closingwire/chassis/http';
import { createLog } from '@closingwire/chassis/log';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import type { Service } from '@closingwire/chassis/run';
import { closingsOf } from './closings.ts';
import type { LeadSourceConfig } from './config.ts';
import { type ContactProvider, contactProvider, contactsRoute } from './contacts/provider.ts';
import { deliverRows, deliveryQueue, pendingFolder } from './deliveries.ts';
import { findZip } from './market.ts';
import { controlRoute } from './reso/control-route.ts';
import { type ResoData, resoData } from './reso/data.ts';
import { resoRoutes } from './reso/routes.ts';
import { tokensOf } from './reso/tokens.ts';
import { nobody, webhookRoute } from './webhook-route.ts';

const name = 'lead-source';

/**
 * A stand-in for outside services. As a scraper, it sends made-up closings to the public ingestion API after each
 * webhook. As five MLSs, it serves closings by the RESO Web API. It is a provider of evidence about contacts, too.
 */
export function createLeadSource(
  config: LeadSourceConfig,
  {
    clock = systemClock,
    reso = resoData({ clock }),
    contacts = contactProvider(),
  }: { clock?: Clock; reso?: ResoData; contacts?: ContactProvider } = {},
): Service & { readonly url: string } {
  const log = createLog(name, config.LOG_LEVEL);
  const address = new URL(config.INGESTION_URL);
  const delivering = deliveryQueue({
    pending: pendingFolder(config.DATA_DIR),
    log,
    async deliver({ zip: zipCode, traceparent }, signal) {
      const zip = await findZip(zipCode);
      if (!zip) return log.warn({ zipCode }, 'unknown ZIP, nothing to deliver');
      const rows = closingsOf(zip, clock());
      const reply = await deliverRows(rows, { address, key: config.INGESTION_KEY, signal, traceparent });
      log.info({ zipCode, rows: rows.length, ...reply }, 'delivered');
    },
  });
  const tokens = tokensOf(
    {
      clientId: config.RESO_CLIENT_ID,
      clientSecret: config.RESO_CLIENT_SECRET,
      fixedToken: config.RESO_TOKEN,
      tokenSeconds: config.RESO_TOKEN_SECONDS,
    },
    () => clock().getTime(),
  );
  const routes = [
    webhookRoute({ secret: config.WEBHOOK_SECRET, accept: delivering.accept }),
    resoRoutes({ data: reso, tokens }),
    contactsRoute({ provider: contacts, key: config.CONTACTS_KEY }),
    ...(config.RESO_CONTROL ? [controlRoute({ data: reso, tokens })] : []),
  ];
  const http = httpPart({
    name,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    host: config.HOST,
    log,
    identity: nobody,
    plain: app => {
      for (const route of routes) route(app);
    },
    parts: [],
  });
  return {
    parts: [delivering.part, http],
    get url() {
      return http.url;
    },
  };
}
