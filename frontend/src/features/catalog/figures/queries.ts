import { MOST_ZIPS_WITH_FIGURES } from '@closingwire/contracts/shown-limits';
import type { ZipFigures } from '@closingwire/contracts/zip-figures';
import { queryOptions } from '@tanstack/react-query';
import { api, client } from '../../../product/api.ts';

type Waiting = {
  zipCode: string;
  resolve: (figures: ZipFigures) => void;
  reject: (error: unknown) => void;
};

let waiting: Waiting[] = [];

async function readTogether(asked: readonly Waiting[]): Promise<void> {
  try {
    const { zips } = await client.leads.zipFigures({ zips: asked.map(({ zipCode }) => zipCode).join(',') });
    const figuresOf = new Map(zips.map(figures => [figures.zipCode, figures]));
    for (const { zipCode, resolve, reject } of asked) {
      const figures = figuresOf.get(zipCode);
      if (figures) resolve(figures);
      else reject(new Error(`Expected figures of ZIP code ${zipCode}, got none`));
    }
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function sendWaiting(): void {
  const asked = waiting;
  waiting = [];
  for (let start = 0; start < asked.length; start += MOST_ZIPS_WITH_FIGURES) {
    void readTogether(asked.slice(start, start + MOST_ZIPS_WITH_FIGURES));
  }
}

/** Reads with one request all ZIPs that are asked for at once, such as a page of the catalog. */
const readFigures = (zipCode: string) =>
  new Promise<ZipFigures>((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendWaiting);
    waiting.push({ zipCode, resolve, reject });
  });

/** Each ZIP is cached for itself: the order shares the figures of the list. */
export const figuresQuery = (zipCode: string) =>
  queryOptions({
    queryKey: [...api.leads.zipFigures.key(), zipCode],
    queryFn: () => readFigures(zipCode),
  });
