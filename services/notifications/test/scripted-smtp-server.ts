import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

type Script = 'hang' | 'refuse' | 'hang up' | ((recipient: string) => string | undefined);

/**
 * A mail server that takes a whole mail and then does what the script demands: `hang` never replies, `refuse`
 * replies 550, `hang up` closes the connection before the mail begins. A function returns the reply to a recipient that
 * is refused.
 */
export async function scriptedSmtpServer(script: Script) {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 scripted\r\n');
    let inBody = false;
    let body = '';
    socket.on('data', chunk => {
      if (inBody) {
        body += chunk;
        if (!body.endsWith('\r\n.\r\n')) return;
        inBody = false;
        body = '';
        taken++;
        if (script === 'refuse') socket.write('550 no such user\r\n');
        if (typeof script === 'function') socket.write('250 ok\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line === 'DATA' && script === 'hang up') {
          socket.destroy();
          return;
        }
        inBody = line === 'DATA';
        const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1];
        const refusal =
          recipient !== undefined && typeof script === 'function' ? script(recipient) : undefined;
        socket.write(inBody ? '354 go on\r\n' : `${refusal ?? '250 ok'}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
