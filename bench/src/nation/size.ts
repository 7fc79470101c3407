const MILLION = 1_000_000;

/** Millions of closings per year; all other numbers are in proportion. */
export const DEFAULT_SIZE = 6;

export type NationSize = {
  closings: number;
  agentsPerZip: number;
  accounts: number;
  claimsPerAccount: number;
  flags: number;
  mails: number;
  auditEntries: number;
};

/** Returns the numbers of a nation; six million closings are a year of the country. */
export function nationSize(millions: number): NationSize {
  const share = millions / DEFAULT_SIZE;
  return {
    closings: Math.round(millions * MILLION),
    agentsPerZip: Math.max(1, Math.round(10 * share)),
    accounts: Math.round(100_000 * share),
    claimsPerAccount: 3,
    flags: Math.round(50_000 * share),
    mails: Math.round(MILLION * share),
    auditEntries: Math.round(MILLION * share),
  };
}
