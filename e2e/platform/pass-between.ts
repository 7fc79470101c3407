import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Passes on what comes at either socket to the other one, through `between` where it is given. A half that ends ends the
 * other; a connection that breaks breaks both. `sockets` holds them while they are open.
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
