/** Pages that everybody may see; the build renders them to HTML. */
export const publicPaths = ['/', '/register', '/auth', '/help', '/contact', '/privacy-policy'] as const;
export type PublicPath = (typeof publicPaths)[number];

const alsoPublic = ['/forgot-password', '/reset-password'];

export const isPublicPath = (path: string): boolean => [...publicPaths, ...alsoPublic].includes(path);
