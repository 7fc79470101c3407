import type { IncomingMessage, ServerResponse } from 'node:http';

/** Streams a reply to the client no faster than the client takes it, and cuts it off when nothing is taken. */
export function streamReply(reply: IncomingMessage, res: ServerResponse, stuckMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    timer ??= setTimeout(() => res.destroy(), stuckMs);
  };
  const unwatch = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  res.on('drain', unwatch).once('close', unwatch);
  // `pipe` pauses the reply when the client's connection is full.
  reply.on('pause', watch).once('end', () => {
    if (res.socket?.writableLength) watch();
  });
  reply.pipe(res);
}
