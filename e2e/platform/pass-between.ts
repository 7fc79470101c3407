import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Forwards data between two sockets in both directions, through `between` if given. An end or an error of one side
 * ends the other. `sockets` contains them while open.
 */
export function passBetween(near: Socket, far: Socket, sockets: Set<Socket>, between?: () => Duplex): void {
  for (const socket of [near, far]) {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  }
  const end = () => {
    near.destroy();
    far.destroy();
  };
  const pass = (from: Socket, to: Socket) => (between ? pipeline(from, between(), to) : pipeline(from, to));
  pass(near, far).catch(end);
  pass(far, near).catch(end);
}
