export const head = {
  title: 'Settings | ClosingWire',
  description: 'Your profile, email notifications and API access.',
  keywords: 'settings, profile, API key',
  path: '/settings',
};

export const profileCopy = {
  succeeded: { title: 'Profile updated', description: 'Your changes are saved.' },
  failed: { title: 'Error', fallback: 'Failed to update profile' },
};

export const preferencesCopy = {
  succeeded: { title: 'Preferences updated' },
  failed: { title: 'Error', fallback: 'Failed to update preferences' },
};

export const copyKeyCopy = {
  succeeded: { title: 'Copied', description: 'Your API key is in the clipboard.' },
  failed: { title: 'Error', description: 'Failed to copy to clipboard. Please copy manually.' },
};
