/** Returns the days, or null unless the text is an integer from 0 to 30. */
export function readDays(text: string): number | null {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= 30 ? Number(text) : null;
}
