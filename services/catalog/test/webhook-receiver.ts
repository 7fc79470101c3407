import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { webhookSecret } from './start-catalog.ts';

type Sent = { id: string; body: { zip: string; email: string; name: string; userid: string } };
/** `silence` never replies; `after` delays the body. */
type Reply =
  | number
  | 'silence'
  | { redirectTo: string }
  | { status: number; text: string; after?: Promise<void> };

/** A fake lead source. It verifies each request and returns 202, or the next reply set for its ZIP. */
export async function startReceiver() {
  const verifier = new Webhook(webhookSecret);
  const sent: Sent[] = [];
  const replies = new Map<string, Reply[]>();
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = verifier.verify(await text(request), headers) as Sent['body'];
    sent.push({ id: headers['webhook-id'] ?? '', body });
    const reply = replies.get(body.zip)?.shift() ?? 202;
    if (reply === 'silence') return;
    if (typeof reply === 'number') response.statusCode = reply;
    else if ('text' in reply) {
      await reply.after;
      response.writeHead(reply.status).write(reply.text);
    } else response.writeHead(307, { location: reply.redirectTo });
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    sent,
    /** Sets the replies to the next requests about this ZIP. */
    reply: (zipCode: string, ...next: Reply[]) => void replies.set(zipCode, next),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
