export const dealSides = ['listing side', 'buyer side', 'both sides'] as const;
export type DealSide = (typeof dealSides)[number];

/** The roles of each side, as an expression that JavaScript and PostgreSQL read alike, in any case. */
export const rolesOfSide = {
  buyer: '^(buy|sell(ing)? (agent|office))',
  seller: "^list|seller'?s? agent",
} as const;

const isListingSide = (role: string) => new RegExp(rolesOfSide.seller, 'i').test(role);
const isBuyerSide = (role: string) => new RegExp(rolesOfSide.buyer, 'i').test(role);

/** Names the side of an agent's closings by their roles; undefined if the source does not say. */
export function sideOf(roles: readonly string[]): DealSide | undefined {
  const [isListing, isBuyer] = [roles.some(isListingSide), roles.some(isBuyerSide)];
  if (isListing && isBuyer) return 'both sides';
  if (isListing) return 'listing side';
  return isBuyer ? 'buyer side' : undefined;
}

/** Counts the deals of a week, with `clients` those for these. */
export const dealsText = (deals: number, clients?: 'buyers' | 'sellers'): string =>
  `${deals} deal${deals === 1 ? '' : 's'}${clients ? ` for ${clients}` : ''} this week`;
