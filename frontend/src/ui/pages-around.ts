const MAX_BUTTONS = 5;

/** The pages that have a button: at most five, the present one in the middle as far as there are pages beside it. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(MAX_BUTTONS, totalPages);
  const centred = page - Math.floor(MAX_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
