/** Returns a mailto link. It encodes characters that would start a subject, a copy or another link. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
