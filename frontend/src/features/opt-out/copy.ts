export const head = {
  title: 'Opt Out | ClosingWire',
  description:
    'For real estate agents: ask to be left out of every contact list that ClosingWire makes from public records.',
  keywords: 'opt out, remove my contact data, real estate agent privacy',
  path: '/opt-out',
};

export const confirmHead = {
  title: 'Confirm Opt-Out | ClosingWire',
  description: 'Confirm by the link from your inbox that you want to be in no contact list of ClosingWire.',
  keywords: 'opt out, confirm',
  path: '/opt-out/confirm',
};

export const optOutCopy = {
  failed: { title: 'Error', fallback: 'Failed to send your request. Please try again.' },
};

export const confirmCopy = {
  failed: { title: 'Your opt-out did not take effect', fallback: 'Something went wrong. Please try again.' },
};

/** Why a link does nothing. */
export const brokenCopy = {
  incomplete: {
    title: 'This link is not complete',
    text: 'Part of it got lost on the way from your mail program. Open it in the email again, or copy the whole of it.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'We know of no request with this link. Use the link in the newest email, or ask again.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It worked for 7 days, and nothing was changed. Ask again, and we mail you a new one.',
  },
  used: {
    title: 'This link was used before',
    text: 'The opt-out that it belongs to took effect then. If you are listed all the same, ask again.',
  },
};
