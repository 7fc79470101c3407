export const signedOut = {
  title: 'Signed out',
  description: 'You have been successfully signed out.',
  tone: 'positive',
} as const;
