import { createServer } from 'node:http';
import { listen, type Place, urlOf } from './listen.ts';
import { managementPortOf } from './management-port.ts';
import type { Part } from './part.ts';
import { processReplies } from './process-routes.ts';

type Options = {
  name: string;
  host: string;
  /** Where the process itself listens. */
  port: number;
  /** Default: `port` + 1000, or a free one where that is 0. */
  managementPort?: number | undefined;
  /** Whose checks make up /readyz. */
  parts: Part[];
  isDraining: () => boolean;
};

/** What the process tells its operators, at a port that users are never led to: /healthz, /readyz and /metrics. */
export function management({ name, host, port, managementPort, parts, isDraining }: Options) {
  const place: Place = {
    name,
    host,
    port: managementPort ?? managementPortOf(port),
    variable: 'MANAGEMENT_PORT',
  };
  const answer = processReplies(parts, isDraining);
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  return {
    get url() {
      return urlOf(server, place);
    },
    start: () => listen(server, place),
    async stop(): Promise<void> {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
