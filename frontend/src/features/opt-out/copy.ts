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

/** The user's next step: request another link, write to support, or none. */
export type Action = 'ask' | 'write' | 'none';

type Broken = { title: string; text: string; action: Action };

/** Texts for links that do not work, with the next step. */
export const brokenCopy = {
  incomplete: {
    title: 'This link is not complete',
    text: 'A part of it is missing. Open the link in the email again, or copy all of it. You can also ask for a new one.',
    action: 'ask',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'We do not know this link. Open the link in the newest email from us, or ask for a new one.',
    action: 'ask',
  },
  expired: {
    title: 'This link has expired',
    text: 'It worked for 7 days. Nothing was changed: you are not left out yet. Ask again, and we mail you a new link.',
    action: 'ask',
  },
  used: {
    title: 'This link was used before',
    text: 'It works once. We could not look up what came of your opt-out; open the link again later to see it.',
    action: 'none',
  },
  inEffect: {
    title: 'This link was used before',
    text: 'Your opt-out is in effect: you are in no list. There is nothing more to do.',
    action: 'none',
  },
  awaitsReview: {
    title: 'This link was used before',
    text: 'Your email address is in no list. We still look at the rest that you named, and mail you what we decided. There is nothing more to do.',
    action: 'none',
  },
  refused: {
    title: 'This link was used before',
    text: 'Your email address is in no list. We refused the rest that you named. Write to us if you do not agree.',
    action: 'write',
  },
  undone: {
    title: 'This request was undone',
    text: 'It no longer leaves you out. If you asked more than once, your other requests are as they were. To be left out, ask again, and we mail you a new link.',
    action: 'ask',
  },
} satisfies Record<string, Broken>;
