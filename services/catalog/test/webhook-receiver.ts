import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { webhookSecret } from './start-catalog.ts';

type Sent = { id: string; body: { zip: string; email: string; name: string; userid: string } };
/** A status, perhaps with a body or after a wait, `silence` for no reply ever, or a redirect to follow. */
type Answer =
  | number
  | 'silence'
  | { redirectTo: string }
  | { status: number; text: string; after?: Promise<void> };

/** A server instead of the scraper outside. Verifies each request and returns 202, or the next answer set for its ZIP. */
export async function startReceiver() {
  const verifier = new Webhook(webhookSecret);
  const sent: Sent[] = [];
  const answers = new Map<string, Answer[]>();
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = verifier.verify(await text(request), headers) as Sent['body'];
    sent.push({ id: headers['webhook-id'] ?? '', body });
    const answer = answers.get(body.zip)?.shift() ?? 202;
    if (answer === 'silence') return;
    if (typeof answer === 'number') response.statusCode = answer;
    else if ('text' in answer) {
      await answer.after;
      response.writeHead(answer.status).write(answer.text);
    } else response.writeHead(307, { location: answer.redirectTo });
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    sent,
    /** Sets the answers to the next requests for this ZIP; requests for other ZIPs do not use them up. */
    answer: (zip: string, ...next: Answer[]) => void answers.set(zip, next),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
