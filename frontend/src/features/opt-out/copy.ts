export const head = {
  title: 'Opt Out | ClosingWire',
  description:
    'For real estate agents: ask us to remove you from every contact list that ClosingWire makes from public records.',
  keywords: 'opt out, remove my contact data, real estate agent privacy',
  path: '/opt-out',
};

export const confirmHead = {
  title: 'Confirm Opt-Out | ClosingWire',
  description: 'Confirm that you want to be removed from all contact lists of ClosingWire.',
  keywords: 'opt out, confirm',
  path: '/opt-out/confirm',
};

export const optOutCopy = {
  failed: { title: 'Error', fallback: 'Failed to send your request. Please try again.' },
};

export const confirmCopy = {
  failed: { title: 'Your opt-out did not take effect', fallback: 'Something went wrong. Please try again.' },
};

/** The user's next step: request another link, write to support, or nothing. */
export type Action = 'ask' | 'write' | 'none';

type Broken = { title: string; text: string; action: Action };

/** Texts for links that do not work, with the next step. */
export const brokenCopy = {
  incomplete: {
    title: 'This link is not complete',
    text: 'Part of it is missing. Open it in the email again, or copy all of it. You can also ask for a new one.',
    action: 'ask',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Open the link in our latest email, or ask for a new one.',
    action: 'ask',
  },
  expired: {
    title: 'This link has expired',
    text: 'It was valid for 7 days. Nothing was changed: you are still in the lists. Ask again to get a new link by email.',
    action: 'ask',
  },
  used: {
    title: 'This link was used before',
    text: 'It works once. We could not check the status of your opt-out. Open the link again later to see it.',
    action: 'none',
  },
  inEffect: {
    title: 'This link was used before',
    text: 'Your opt-out is in effect: you are in no list. You need to do nothing more.',
    action: 'none',
  },
  awaitsReview: {
    title: 'This link was used before',
    text: 'Your email address is in no list. We are still reviewing your other details and will email you our decision. You need to do nothing more.',
    action: 'none',
  },
  refused: {
    title: 'This link was used before',
    text: 'Your email address is in no list. We refused the removal of your other details. Write to us if you disagree.',
    action: 'write',
  },
  undone: {
    title: 'This request was undone',
    text: 'You may be in lists again. Your other requests, if any, are unchanged. To be removed, ask again to get a new link by email.',
    action: 'ask',
  },
} satisfies Record<string, Broken>;
