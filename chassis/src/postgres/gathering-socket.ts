import { Socket } from 'node:net';

/**
 * A socket that passes on together what is written before the process next waits: statements that are sent one after the
 * other without a wait for replies cost one system call, and wake the server once.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isGathering = false;
  function passOn(): void {
    isGathering = false;
    socket.uncork();
  }
  socket.write = (...given: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(passOn);
    }
    return write(...given);
  };
  return socket;
}
