const PREVIEW_LENGTH = 150;

/** The first 150 characters of an answer, with an ellipsis when more follow. */
export function previewOf(answer: string): string {
  const characters = [...answer];
  if (characters.length <= PREVIEW_LENGTH) return answer;
  return `${characters.slice(0, PREVIEW_LENGTH).join('')}…`;
}
