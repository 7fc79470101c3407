import type { MailedLink, MailedLinkKind } from '@closingwire/contracts/auth';

export const head = {
  title: 'Confirm | ClosingWire',
  description: 'See what the link in your email does, and confirm it with one click.',
  keywords: 'confirm, email link',
  path: '/confirm',
};

type Facts = Pick<MailedLink, 'email' | 'newEmail' | 'awaitsOther'>;
type LinkCopy = {
  title: string;
  text: (facts: Facts) => string;
  button: string;
  pending: string;
};

const orYours = (address: string | null, otherwise: string) => address ?? otherwise;

const movesNow = 'You sign in and get your emails there from then on.';

export const linkCopy: Record<MailedLinkKind | 'invite', LinkCopy> = {
  'sign-up': {
    title: 'Confirm your email address',
    text: ({ email }) =>
      `This confirms that ${orYours(email, 'this address')} is yours. Your account becomes active and you are signed in.`,
    button: 'Confirm my address',
    pending: 'Confirming...',
  },
  invite: {
    title: 'Accept your invitation',
    text: ({ email }) =>
      `An account was made for ${orYours(email, 'you')}. This accepts it and signs you in.`,
    button: 'Accept the invitation',
    pending: 'Accepting...',
  },
  'sign-in': {
    title: 'Sign in',
    text: ({ email }) => `This signs you in as ${orYours(email, 'the owner of this address')}.`,
    button: 'Sign in',
    pending: 'Signing in...',
  },
  recovery: {
    title: 'Choose a new password',
    text: ({ email }) =>
      `This signs you in as ${orYours(email, 'the owner of this address')}. Then you choose a new password.`,
    button: 'Continue',
    pending: 'Opening...',
  },
  'current-email': {
    title: 'Allow a new email address',
    text: ({ email, newEmail, awaitsOther }) =>
      `This allows the account of ${orYours(email, 'this address')} to move to ${orYours(newEmail, 'the new address')}. ${awaitsOther ? 'It moves after you also confirm the new address.' : movesNow}`,
    button: 'Allow the new address',
    pending: 'Allowing...',
  },
  'new-email': {
    title: 'Confirm your new email address',
    text: ({ email, newEmail, awaitsOther }) =>
      awaitsOther
        ? `This confirms that ${orYours(newEmail, 'this address')} is yours. Your account moves to it after you also open the link that we sent to ${orYours(email, 'your current address')}.`
        : `This moves the account of ${orYours(email, 'your current address')} to ${orYours(newEmail, 'this address')}. ${movesNow}`,
    button: 'Confirm my new address',
    pending: 'Confirming...',
  },
};

export const otherAccount =
  'This browser stays signed in to another account. Log out to sign in to this one.';

type Action = { label: string; to: string };
export type BrokenCopy = { title: string; text: string; action: Action };

const signIn = { label: 'Sign in', to: '/auth' };

/** Texts for links that do not work, by reason. */
export const brokenCopy: Record<Exclude<MailedLink['state'], 'valid'> | 'incomplete', BrokenCopy> = {
  incomplete: {
    title: 'This link is not complete',
    text: 'Part of it is missing. Open it in the email again, or copy all of it.',
    action: signIn,
  },
  used: {
    title: 'This link was already used',
    text: 'It was used, or a newer link replaced it. Sign in to continue.',
    action: signIn,
  },
  expired: {
    title: 'This link has expired',
    text: 'Nothing was changed. Sign in, or start again to get a new link.',
    action: signIn,
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Nothing was changed. Use the link in our latest email.',
    action: signIn,
  },
  unproven: {
    title: 'This change needs your password',
    text: 'The request to change the email address came without a password, so nothing was changed. If you made it, enter the new address and your password in your settings.',
    action: { label: 'Open settings', to: '/settings' },
  },
};

export const uncheckedTitle = 'Your link could not be checked';

export const failedCopy = {
  title: 'That did not work',
  fallback: 'Something went wrong. Please try again.',
};
