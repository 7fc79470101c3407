export const signInCopy = {
  succeeded: { title: 'Welcome back!', description: 'You have successfully signed in.' },
  failed: { title: 'Sign in failed', fallback: 'Please check your email and password.' },
  /** At the password; does not reveal which of the two is wrong. */
  mismatch: 'This email and this password do not belong together. Check both.',
  unconfirmed: {
    title: 'Just registered?',
    text: 'Open the link in our email to activate your account.',
    /** Does not reveal whether the address has an account. */
    sentAgain: {
      title: 'Check your email',
      description: 'If this address still needs confirmation, an email is on its way.',
    },
  },
  notFound: { title: 'Page not found', text: 'There is no page at this address. Sign in to go on.' },
};

export const challengeCopy = {
  fallback: 'The code could not be checked. Please try again.',
};

/** Texts for a failed link, by the reason in the URL. */
export const failedLinkTexts: ReadonlyMap<string, string> = new Map([
  ['link_used', 'This link was already used. Sign in with your email and password.'],
  ['link_expired', 'This link has expired. Sign up again to get a new one.'],
  ['link_unknown', 'This link is not valid. Use the link in our latest email, or sign up again.'],
]);

/** Texts for a link with a further step, by the word in the URL. */
export const linkNotices: ReadonlyMap<string, { title: string; text: string }> = new Map(
  Object.entries({
    'other-address': {
      title: 'One more link to confirm',
      text: 'We also sent a link to the other address. Open both links to change the account’s email.',
    },
  }),
);

export const registerCopy = {
  incompleteUser: {
    title: 'Please fill in all fields',
    description: 'All fields are required to continue',
  },
  incompleteCompany: {
    title: 'Please fill in all company details',
    description: 'Company name and team size are required',
  },
  failed: { title: 'Registration Failed', fallback: 'Registration failed' },
  /** For a failure without a message from the server. */
  refused: { title: 'Sign up failed' },
  notSentAgain: { title: 'Error', fallback: 'The email could not be sent. Please try again.' },
  sentAgain: { title: 'Email sent again', description: 'It may take a minute to arrive.' },
};

export const network = 'Something went wrong. Please try again.';

export const forgotCopy = {
  succeeded: { title: 'Reset email sent', description: 'Check your email for password reset instructions' },
  failed: { title: 'Error', fallback: 'Failed to send reset email' },
};

export const resetCopy = {
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 6 characters long',
  invalidToken: 'Invalid or missing reset token. Please request a new password reset.',
  succeeded: { title: 'Password updated', description: 'Your password has been successfully updated.' },
  failed: { title: 'Error', fallback: 'Failed to update password' },
};

export const heads = {
  signIn: {
    title: 'Sign In | ClosingWire',
    description: 'Sign in to your ZIP codes and this week’s closings.',
    keywords: 'sign in, real estate agent leads',
    path: '/auth',
  },
  register: {
    title: 'Get Started | ClosingWire',
    description:
      'Open an account in two short steps and start a free trial of agent contact lists by ZIP code. No setup fees, cancel anytime.',
    keywords: 'sign up, free trial, real estate agent contact lists',
    path: '/register',
  },
  forgot: {
    title: 'Forgot Password | ClosingWire',
    description: 'Get a link to choose a new password.',
    keywords: 'password reset',
    path: '/forgot-password',
  },
  reset: {
    title: 'Reset Password | ClosingWire',
    description: 'Choose a new password for your account.',
    keywords: 'password reset',
    path: '/reset-password',
  },
};
