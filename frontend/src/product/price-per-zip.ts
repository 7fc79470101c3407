import { placeholderPrice } from '@closingwire/contracts/pages';
import { formatCents, monthlyCentsPerZip } from '@closingwire/contracts/prices';

const fromDocument = () => document.documentElement.dataset.price ?? formatCents(monthlyCentsPerZip);

/** The monthly price of a ZIP as text for visitors. The gateway writes the configured price into the document. */
export const pricePerZip: string = import.meta.env.SSR ? placeholderPrice : fromDocument();

export const centsPerZip: number = Math.round(Number(pricePerZip.replaceAll(/[^\d.]/g, '')) * 100);
