export const dealSides = ['listing side', 'buyer side', 'both sides'] as const;
export type DealSide = (typeof dealSides)[number];

const isListingSide = (role: string) => /^list|seller'?s? agent/i.test(role);
const isBuyerSide = (role: string) => /^(buy|sell(ing)? (agent|office))/i.test(role);

/** Names the side of an agent's closings by their roles; undefined if the source does not say. */
export function sideOf(roles: readonly string[]): DealSide | undefined {
  const [isListing, isBuyer] = [roles.some(isListingSide), roles.some(isBuyerSide)];
  if (isListing && isBuyer) return 'both sides';
  if (isListing) return 'listing side';
  return isBuyer ? 'buyer side' : undefined;
}

export const dealsText = (deals: number): string =>
  deals === 1 ? '1 deal this week' : `${deals} deals this week`;
