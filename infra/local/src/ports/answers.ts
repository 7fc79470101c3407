import { connect } from 'node:net';

/** Whether something accepts TCP connections there within the time. */
export function answers(port: number, host = '127.0.0.1', withinMs = 1_000): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host, timeout: withinMs });
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
