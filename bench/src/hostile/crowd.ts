import { connect, type Socket } from 'node:net';

/** Hostile connections from several addresses of this machine. */
export type Crowd = { readonly open: number; leave(): void };

const BEGINNING = [
  'POST /api/auth/v1/token?grant_type=password HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'content-length: 100000',
  '',
  '{',
].join('\r\n');

const TRICKLE_MS = 1_000;

/** Starts `size` requests and sends single bytes slowly. A closed connection is opened again. */
export function openSlowRequests(url: string, size: number, addresses = 10): Crowd {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let isLeaving = false;

  function join(number: number): void {
    if (isLeaving) return;
    const localAddress = `127.0.1.${1 + (number % addresses)}`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    sockets.add(socket);
    const trickle = setInterval(() => socket.write(' '), TRICKLE_MS);
    socket.once('connect', () => socket.write(BEGINNING));
    socket.on('data', () => {}).on('error', () => {});
    socket.once('close', () => {
      clearInterval(trickle);
      sockets.delete(socket);
      setTimeout(() => join(number), 100);
    });
  }
  for (let number = 0; number < size; number++) join(number);
  return {
    get open() {
      return [...sockets].filter(({ connecting }) => !connecting).length;
    },
    leave() {
      isLeaving = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
