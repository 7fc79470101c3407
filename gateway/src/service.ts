import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { processBasics } from '@closingwire/chassis/process-basics';
import type { ServiceName } from '@closingwire/contracts/route';
import { requestAudit } from './audit/audit.ts';
import { auditTrail } from './audit/trail.ts';
import type { GatewayConfig } from './config.ts';
import { front } from './front.ts';
import { openRequests, requestLimits } from './limits.ts';
import { ownRoutes } from './own-routes.ts';
import { frontEnd } from './pages/front-end.ts';
import { proxied } from './proxied.ts';
import { bodyReceiver } from './receive-body.ts';
import { publicRoutes, routingTable } from './routing-table.ts';
import { sameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { cookieWire } from './session/cookie-wire.ts';
import { revocations } from './session/revocations.ts';
import { sessionResolver } from './session/session.ts';
import { signUpCookiePasser } from './session/sign-up-cookie.ts';
import { type Upstream, upstream } from './upstream.ts';

const NAME = 'gateway';

function openUpstreams(config: GatewayConfig): Record<ServiceName, Upstream> {
  const to = (service: ServiceName, url: string) =>
    upstream({
      service,
      url,
      timeoutMs: config.UPSTREAM_TIMEOUT_MS,
      streamIdleMs: config.STREAM_IDLE_MS,
      stuckMs: config.REPLY_STUCK_MS,
      restartMs: config.RESTART_MS,
      connections: config.CONNECTIONS_PER_SERVICE,
    });
  return {
    auth: to('auth', config.AUTH_URL),
    catalog: to('catalog', config.CATALOG_URL),
    billing: to('billing', config.BILLING_URL),
    leads: to('leads', config.LEADS_URL),
    notifications: to('notifications', config.NOTIFICATIONS_URL),
    content: to('content', config.CONTENT_URL),
  };
}

/** Closes the connections to services last, after all replies. */
function connections(upstreams: Record<ServiceName, Upstream>): Part {
  return {
    name: 'upstreams',
    start: async () => {},
    stop: async () => {
      for (const service of Object.values(upstreams)) service.close();
    },
  };
}

/** The public entry point: pages, API documents, and calls to services. */
export function createGateway(config: GatewayConfig, options: { log?: Log } = {}) {
  const { log, bus, identity } = processBasics(NAME, config, options.log);
  const revoked = revocations({ bus, log });
  const trail = auditTrail({ bus, log });
  const upstreams = openUpstreams(config);
  const open = openRequests(config);
  const http = front({
    config,
    open,
    log,
    headers: securityHeaders({
      publicUrl: config.PUBLIC_URL,
      paymentOrigins: config.PAYMENT_ORIGINS.split(/\s+/).filter(Boolean),
      transportSecurity: {
        maxAge: config.HSTS_MAX_AGE_S,
        includeSubDomains: config.HSTS_INCLUDE_SUBDOMAINS,
        preload: config.HSTS_PRELOAD,
      },
    }),
    pass: proxied({
      route: routingTable(publicRoutes),
      readSession: sessionResolver({
        identity,
        revocations: revoked,
        authUrl: config.AUTH_URL,
        publicUrl: config.PUBLIC_URL,
      }),
      checkOrigin: sameOrigin(config.PUBLIC_URL),
      limits: requestLimits(config),
      open,
      receiveBody: bodyReceiver(config),
      bodyTimes: config,
      audit: requestAudit({ trail, log }),
      upstreams,
      signUpCookieOf: signUpCookiePasser(config.PUBLIC_URL),
      passCookieWire: cookieWire({ authUrl: config.AUTH_URL, publicUrl: config.PUBLIC_URL }),
    }),
    own: ownRoutes(config),
    pages: frontEnd({
      dist: config.FRONTEND_DIST,
      publicUrl: config.PUBLIC_URL,
      priceCents: config.PRICE_CENTS,
      trustedProxies: config.TRUSTED_PROXIES,
    }),
    parts: revoked.parts,
  });
  return {
    parts: [bus.part, trail.part, ...revoked.parts, connections(upstreams), http],
    drainMs: config.DRAIN_S * 1_000,
    http,
  };
}
