import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { webhookSecret } from './start-catalog.ts';

type Sent = { id: string; body: { zip: string; email: string; name: string; userid: string } };
/** A status, perhaps with a body, `silence` for no reply ever, or a redirect to follow. */
type Answer = number | 'silence' | { redirectTo: string } | { status: number; text: string };

/** Stands for the scraper outside. Verifies what comes and answers 202, or what `answers` holds next. */
export async function startReceiver() {
  const verifier = new Webhook(webhookSecret);
  const sent: Sent[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = verifier.verify(await text(request), headers) as Sent['body'];
    sent.push({ id: headers['webhook-id'] ?? '', body });
    const answer = answers.shift() ?? 202;
    if (answer === 'silence') return;
    if (typeof answer === 'number') response.statusCode = answer;
    else if ('text' in answer) response.writeHead(answer.status).write(answer.text);
    else response.writeHead(307, { location: answer.redirectTo });
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    sent,
    answers,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
