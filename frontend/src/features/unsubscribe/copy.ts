export const head = {
  title: 'Unsubscribe | ClosingWire',
  description: 'Turn off the notification emails of ClosingWire with one click.',
  keywords: 'unsubscribe, email notifications',
  path: '/unsubscribe',
};

export const brokenCopy = {
  incomplete: {
    title: 'This link is not complete',
    text: 'Part of it is missing. Open it in the email again, or copy all of it.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Its account does not exist. Use the link in our latest email, or turn notifications off in your settings.',
  },
};

export const failedCopy = {
  title: 'Your emails could not be turned off',
  fallback: 'Something went wrong. Please try again.',
};
