import type { IncomingMessage } from 'node:http';

/**
 * The address of the client. Behind `trustedProxies` proxies of ours it is the entry that the outermost of them
 * appended to X-Forwarded-For; what a client wrote further left is not believed.
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const peer = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (trustedProxies === 0) return peer;
  const named = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean);
  return named.at(-trustedProxies) ?? peer;
}
