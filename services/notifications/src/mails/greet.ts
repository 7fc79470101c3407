/** A heading that ends with the first name, where there is one: accounts made through the wire protocol have none. */
export const greet = (words: string, firstName: string): string =>
  firstName.trim() === '' ? words : `${words}, ${firstName}`;
