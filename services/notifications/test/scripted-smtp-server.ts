import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A reply; `hang` sends none and `close` ends the connection. */
type Reply = string;

/** Replies by command; `body` is the reply to the whole mail. By default everything is accepted. */
type Script = { mail?: Reply; rcpt?: (recipient: string) => Reply | undefined; data?: Reply; body?: Reply };

const scripts = {
  hang: { body: 'hang' },
  refuse: { body: '550 refused' },
  'hang up': { data: 'close' },
  'break off': { body: 'close' },
} satisfies Record<string, Script>;

function replyTo(line: string, { mail, rcpt, data }: Script): Reply {
  if (line.startsWith('MAIL FROM')) return mail ?? '250 ok';
  if (line === 'DATA') return data ?? '354 go on';
  const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1];
  return (recipient !== undefined && rcpt?.(recipient)) || '250 ok';
}

function perform(socket: Socket, reply: Reply): void {
  if (reply === 'close') socket.destroy();
  else if (reply !== 'hang') socket.write(`${reply}\r\n`);
}

/** A mail server with scripted replies. A function returns the reply to a recipient, or undefined to accept. */
export async function scriptedSmtpServer(given: keyof typeof scripts | Script | Script['rcpt']) {
  const named: Script | Script['rcpt'] = typeof given === 'string' ? scripts[given] : given;
  const script: Script = typeof named === 'function' ? { rcpt: named } : (named ?? {});
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 scripted\r\n');
    let body: string | undefined;
    socket.on('data', chunk => {
      if (body !== undefined) {
        body += chunk;
        if (!body.endsWith('\r\n.\r\n')) return;
        body = undefined;
        taken++;
        perform(socket, script.body ?? '250 ok');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const reply = replyTo(line, script);
        if (reply.startsWith('354')) body = '';
        perform(socket, reply);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of complete mails. */
    taken: () => taken,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
