import type { Business, BusinessFigure } from '@closingwire/contracts/business';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';
import { countFigures, pageOfFigure, soldZips } from './store.ts';

/** Returns the figures of the business in the present payment mode. */
export async function readBusiness({ pg, terms, clock }: Billing): Promise<Business> {
  const mode = await storedMode(pg);
  const [counts, sold] = await Promise.all([countFigures(pg, { mode, now: clock() }), soldZips(pg, mode)]);
  return { testMode: mode === 'test', mrrCents: counts['paid-zips'] * terms.centsPerZip, counts, sold };
}

type RowsOf = Parameters<typeof pageOfFigure>[1] & { figure: BusinessFigure };

export const businessRows = async ({ pg, clock }: Billing, asked: RowsOf) =>
  pageOfFigure(pg, asked, { mode: await storedMode(pg), now: clock() });
