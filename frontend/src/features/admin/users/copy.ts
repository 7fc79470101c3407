export const statusCopy = {
  suspended: { title: 'User suspended', description: 'This user is signed out everywhere.' },
  reinstated: { title: 'User reinstated', description: 'This user can sign in again.' },
  promoted: { title: 'Admin rights given' },
  demoted: { title: 'Admin rights taken away' },
  failed: { title: 'Failed to update user status', fallback: '' },
};

export const detailsCopy = {
  succeeded: { title: 'User details updated' },
  failed: { title: 'Failed to update user details', fallback: '' },
};

/** Texts for the reasons why an address gets no notices. */
export const markCopy = {
  refused: { badge: 'Email refused', title: 'Their mail server has refused our email' },
  bounced: { badge: 'Email bounced', title: 'Email to this address has bounced' },
  complained: { badge: 'Spam complaint', title: 'Our email has been reported as spam' },
};

export const markEndCopy = {
  succeeded: { title: 'Notices go to this address again' },
  failed: { title: 'Error', fallback: 'Failed to end the mark of this address' },
};
