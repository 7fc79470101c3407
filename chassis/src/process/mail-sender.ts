/** The domain of an address, with or without a name: 'ClosingWire <hello@example.com>' has 'example.com'. */
export const domainOf = (address: string): string =>
  address
    .replace(/^.*@/, '')
    .replace(/>?\s*$/, '')
    .toLowerCase();

/** RFC 2606 and RFC 6761: nobody can send from these or receive there. */
const reserved = /(^|\.)(test|example|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

export const isReserved = (domain: string): boolean => reserved.test(domain);

const lastTwoLabels = (domain: string) => domain.split('.').slice(-2).join('.');

/**
 * Whether DMARC's relaxed alignment can hold (RFC 7489 section 3.1). Without the list of public suffixes, two names
 * below the same suffix such as co.uk pass too.
 */
export const isAligned = (one: string, other: string): boolean => lastTwoLabels(one) === lastTwoLabels(other);
