/** Returns the domain of an address: 'example.com' for 'ClosingWire <hello@example.com>'. */
export const domainOf = (address: string): string =>
  address
    .replace(/^.*@/, '')
    .replace(/>?\s*$/, '')
    .toLowerCase();

/** RFC 2606 and RFC 6761: no mail can be sent from or to these. */
const reserved = /(^|\.)(test|example|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

export const isReserved = (domain: string): boolean => reserved.test(domain);

const lastTwoLabels = (domain: string) => domain.split('.').slice(-2).join('.');

/**
 * Returns whether DMARC's relaxed alignment can hold (RFC 7489 section 3.1). Without the list of public suffixes, any two
 * names below a suffix like co.uk pass too.
 */
export const isAligned = (one: string, other: string): boolean => lastTwoLabels(one) === lastTwoLabels(other);
