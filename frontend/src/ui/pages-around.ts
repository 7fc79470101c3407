const MAX_BUTTONS = 5;

/** Returns up to five page numbers around the current one. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(MAX_BUTTONS, totalPages);
  const centered = page - Math.floor(MAX_BUTTONS / 2);
  const first = Math.max(1, Math.min(centered, totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
