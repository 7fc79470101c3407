export const acceptCopy = {
  succeeded: { title: 'Terms accepted', description: 'Thank you. We ask again only when they change.' },
  failed: { title: 'Error', fallback: 'Your acceptance could not be saved. Please try again.' },
};

/** For users who accepted none, and for those who accepted an earlier version. */
export const noticeTexts = {
  none: 'Our lists have rules, for example on calls and emails. Please read and accept them.',
  earlier: 'They have changed since you accepted them. Please read and accept the new version.',
};
