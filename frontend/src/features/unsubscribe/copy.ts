export const head = {
  title: 'Unsubscribe | ClosingWire',
  description: 'Turn off the notification emails of ClosingWire with one click.',
  keywords: 'unsubscribe, email notifications',
  path: '/unsubscribe',
};

/** Texts for links that do not work. */
export const brokenCopy = {
  incomplete: {
    title: 'This link is not complete',
    text: 'Part of it got lost on the way from your mail program. Open it in the email again, or copy the whole of it.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'It belongs to no account, or to one that was deleted. Use the link in the newest email, or turn notifications off in your settings.',
  },
};

export const failedCopy = {
  title: 'Your emails could not be turned off',
  fallback: 'Something went wrong. Please try again.',
};
