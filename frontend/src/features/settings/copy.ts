export const head = {
  title: 'Settings | ClosingWire',
  description: 'Your profile, email notifications, API access and the security of your account.',
  keywords: 'settings, profile, API key, two-factor authentication',
  path: '/settings',
};

export const profileCopy = {
  succeeded: { title: 'Profile updated', description: 'Your changes are saved.' },
  awaitsEmail: {
    title: 'Profile updated',
    description: 'Confirm your new email with the link that we sent to it.',
  },
  failed: { title: 'Error', fallback: 'Failed to update profile' },
};

export const emailProofCopy = {
  passwordMissing: 'Enter your current password to change your email.',
  codeMissing: 'Enter the code that we sent to your current email.',
};

export const preferencesCopy = {
  succeeded: { title: 'Preferences updated' },
  failed: { title: 'Error', fallback: 'Failed to update preferences' },
};

const asId = { label: 'User ID', copied: 'Your user ID is in the clipboard.' };
const oneOfTheKeys = 'Send one of the keys above';

/** Texts on the user ID, by whether the site accepts it as an API key. */
export const userIdCopy = {
  accepted: {
    label: 'API key',
    copied: 'Your API key is in the clipboard.',
    hint: 'Your user ID. It works as an API key: whoever knows it can read your lists. It cannot be changed or revoked, so keep it secret. For programs, use a key above: you can replace or revoke it.',
    send: 'Send it, or one of the keys above,',
    withoutKeys: 'No keys yet. Your user ID below works with or without keys.',
  },
  refused: {
    ...asId,
    hint: 'An administrator has turned off API access by user ID, so nobody can read your lists with it. Programs need a key above.',
    send: oneOfTheKeys,
    withoutKeys: 'No keys yet. Create one to use the API.',
  },
  asking: { ...asId, hint: 'Your user ID.', send: oneOfTheKeys, withoutKeys: 'No keys yet.' },
  unknown: {
    ...asId,
    hint: 'Your user ID. We could not check whether the API accepts it, so keep it secret: if it does, whoever knows it can read your lists. A key above works.',
    send: oneOfTheKeys,
    withoutKeys: 'No keys yet.',
  },
};

export const keyCopy = {
  create: { failed: { title: 'Error', fallback: 'Failed to create the key' } },
  roll: { failed: { title: 'Error', fallback: 'Failed to roll the key' } },
  revoke: {
    succeeded: { title: 'Key revoked', description: 'It no longer works.' },
    failed: { title: 'Error', fallback: 'Failed to revoke the key' },
  },
};

export const sessionCopy = {
  end: {
    succeeded: { title: 'Signed out', description: 'That device has to sign in again.' },
    failed: { title: 'Error', fallback: 'Failed to sign out that device' },
  },
  endOthers: {
    succeeded: { title: 'Signed out everywhere else', description: 'Only this device is still signed in.' },
    failed: { title: 'Error', fallback: 'Failed to sign out the other devices' },
  },
};

export const exportCopy = {
  succeeded: { title: 'Export Complete', description: 'Your data was downloaded.' },
  failed: { title: 'Export Failed', fallback: 'There was an error exporting your data' },
};

export const deletionCopy = {
  succeeded: { title: 'Account deleted', description: 'Your account and your data are gone.' },
  fallback: 'Failed to delete your account',
};

export const passwordCopy = {
  succeeded: { title: 'Password updated', description: 'Your password has been successfully updated.' },
  failed: { title: 'Error', fallback: 'Failed to update password' },
  mismatch: 'Passwords do not match',
  wrongCurrent: 'That is not your current password.',
  network: 'Something went wrong. Please try again.',
};

export const factorCopy = {
  enrolFallback: 'Failed to set up the authenticator',
  removeFallback: 'Failed to remove the authenticator',
  remove: {
    succeeded: { title: 'Authenticator removed', description: 'Sign-in no longer asks for its codes.' },
  },
};
