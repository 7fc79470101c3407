/** Returns the first characters of a text, with an ellipsis if it is cut. */
export function startOf(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}
