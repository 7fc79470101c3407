import { placeholderPrice } from '@closingwire/contracts/pages';
import { monthlyCentsPerZip } from '@closingwire/contracts/prices';
import { formatCents } from './money.ts';

const fromDocument = () => document.documentElement.dataset.price ?? formatCents(monthlyCentsPerZip);

/** What a ZIP costs a month, in words for a visitor; the gateway writes the configured price into the document. */
export const pricePerZip: string = import.meta.env.SSR ? placeholderPrice : fromDocument();
