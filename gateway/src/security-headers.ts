import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { FlatHeaders } from './headers.ts';

type Options = {
  publicUrl: string;
  paymentOrigins: string[];
  /** Sent only if `publicUrl` is https: on localhost it would break other products. */
  transportSecurity: { maxAge: number; includeSubDomains: boolean; preload: boolean };
};

/**
 * Returns the origins that may serve scripts: the provider's `js` hosts, or all origins if none is such a host. The
 * provider's other hosts serve only calls, frames and pages.
 */
function scriptOrigins(origins: string[]): string[] {
  const named = origins.filter(origin => /^https:\/\/(\*\.)?js\./.test(origin));
  return named.length > 0 ? named : origins;
}

function policies({ publicUrl, paymentOrigins, transportSecurity }: Options) {
  const isHttps = publicUrl.startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        scriptSrc: ["'self'", ...scriptOrigins(paymentOrigins)],
        // Radix and the toasts use style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...paymentOrigins],
        frameSrc: ["'self'", ...paymentOrigins],
        formAction: ["'self'", ...paymentOrigins],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && transportSecurity,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Computes the security headers of all replies once. */
export function securityHeaders(options: Options): FlatHeaders {
  // The provider's frames use the browser's wallets.
  const payers = ['self', ...options.paymentOrigins.map(origin => `"${origin}"`)].join(' ');
  const headers = [
    'Permissions-Policy',
    `camera=(), geolocation=(), microphone=(), usb=(), payment=(${payers})`,
  ];
  const recorder = {
    setHeader: (name: string, value: string | string[]) => headers.push(name, String(value)),
    removeHeader: () => {},
  };
  policies(options)({} as IncomingMessage, recorder as unknown as ServerResponse, error => {
    if (error) throw error;
  });
  return headers;
}
