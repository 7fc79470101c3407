/** Text that is safe in a mail header: control characters, with them every line break, become spaces. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|[\u2028\u2029]/gu, ' ').trim();
}
