/** The days of the field, or null when they are no whole number from 0 to 30. */
export function readDays(text: string): number | null {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= 30 ? Number(text) : null;
}
