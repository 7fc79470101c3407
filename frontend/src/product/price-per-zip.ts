import { placeholderPrice } from '@closingwire/contracts/pages';
import { formatCents, monthlyCentsPerZip } from '@closingwire/contracts/prices';

const fromDocument = () => document.documentElement.dataset.price ?? formatCents(monthlyCentsPerZip);

/** What a ZIP costs a month, in words for a visitor; the gateway writes the configured price into the document. */
export const pricePerZip: string = import.meta.env.SSR ? placeholderPrice : fromDocument();

/** The same as a number. */
export const centsPerZip: number = Math.round(Number(pricePerZip.replaceAll(/[^\d.]/g, '')) * 100);
