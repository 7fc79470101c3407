import type { RequestHandler } from 'express';

type Options = { publicUrl: string; trustedProxies: number };

/**
 * Leads a browser that opened a page at another name of this host, such as 127.0.0.1, to the public address: cookies
 * and mailed links belong to that one. HEAD stays, because load balancers look with it. Behind a proxy the name is
 * what the proxy says that the browser asked for; when it says nothing, nobody is led anywhere, since a proxy that
 * asks by a name of its own would be led round for ever.
 */
export function toPublicAddress({ publicUrl, trustedProxies }: Options): RequestHandler {
  const { origin, host: publicHost } = new URL(publicUrl);
  return (req, res, next) => {
    const named =
      trustedProxies > 0 ? req.get('x-forwarded-host')?.split(',').at(-1)?.trim() : req.get('host');
    if (req.method !== 'GET' || named === undefined || named.toLowerCase() === publicHost) return next();
    const path = req.originalUrl.startsWith('/') ? req.originalUrl : '/';
    res.set('cache-control', 'no-store').redirect(302, origin + path);
  };
}
