export const signedOut = { title: 'Signed out', description: 'You have been successfully signed out.' };
export const signOutFailed = { title: 'Error', fallback: 'Sign out failed. Please try again.' };
