/** The link that writes to an address; signs that would begin a subject, a copy or another link are encoded. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
