import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A connection on which a test writes what no client library would send. */
export async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Returns everything received until the server closes the connection. Rejects when the connection is reset. */
export const replyOn = async (socket: Socket): Promise<string> => (await buffer(socket)).toString('latin1');

/** Returns the reply to these lines. An empty line has to follow the last header. */
export async function replyToLines(url: string, ...lines: string[]): Promise<string> {
  const socket = await openSocket(url);
  socket.write(lines.join('\r\n'));
  return replyOn(socket);
}

/** The reply's body as JSON. */
export const jsonOf = (reply: string): unknown => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));
