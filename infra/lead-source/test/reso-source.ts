import { type Clock, systemClock } from '@closingwire/chassis/part';
import { leadSourceConfig } from '../src/config.ts';
import { type ContactProvider, contactProvider } from '../src/contacts/provider.ts';
import { type ResoData, resoData } from '../src/reso/data.ts';
import { createLeadSource } from '../src/service.ts';

export type Rows = Record<string, string | number | boolean | null>[];
export type Page = {
  '@odata.context': string;
  '@odata.count'?: number;
  '@odata.nextLink'?: string;
  value: Rows;
};

export type ResoSource = {
  url: string;
  data: ResoData;
  contacts: ContactProvider;
  /** Sends a GET below /reso with the fixed token. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  page(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Returns the rows of a page and of all that follow it. */
  pull(path: string, headers?: Record<string, string>): Promise<Rows>;
  control(command: object): Promise<Response>;
  stop(): Promise<void>;
};

export const noon = new Date('2026-03-18T19:00:00.000Z');

/** Starts the sample source, with the clock of the rows stopped at `noon`. */
export async function startResoSource(
  settings: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<ResoSource> {
  const data = resoData({ clock });
  data.setClock(noon);
  const contacts = contactProvider();
  const source = createLeadSource(
    leadSourceConfig.parse({
      PORT: 0,
      LOG_LEVEL: 'silent',
      INGESTION_KEY: 'cwi_test',
      WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`,
      RESO_TOKEN: 'a-fixed-token',
      ...settings,
    }),
    { clock, reso: data, contacts },
  );
  for (const part of source.parts) await part.start();
  const fixed = { authorization: 'Bearer a-fixed-token' };
  const get: ResoSource['get'] = (path, headers = {}) =>
    fetch(new URL(path, `${source.url}/reso/`), { headers: { ...fixed, ...headers } });
  const page: ResoSource['page'] = async (path, headers) => {
    const response = await get(path, headers);
    if (response.status !== 200)
      throw new Error(`Expected a page, got ${response.status}: ${await response.text()}`);
    return (await response.json()) as Page;
  };
  return {
    url: source.url,
    data,
    contacts,
    get,
    page,
    async pull(path, headers) {
      const rows: Rows = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const got: Page = await page(next, headers);
        rows.push(...got.value);
        next = got['@odata.nextLink'];
      }
      return rows;
    },
    control: command =>
      fetch(`${source.url}/reso-control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(command),
      }),
    async stop() {
      for (const part of source.parts.toReversed()) await part.stop();
    },
  };
}

export const keysOf = (rows: Rows) => rows.map(({ ListingKey }) => ListingKey);
