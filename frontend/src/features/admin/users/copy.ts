export const statusCopy = {
  suspended: { title: 'User suspended', description: 'Every session of this person has ended.' },
  reinstated: { title: 'User reinstated', description: 'This person can sign in again.' },
  promoted: { title: 'Admin rights given' },
  demoted: { title: 'Admin rights taken away' },
  failed: 'Failed to update user status',
};

export const detailsCopy = {
  succeeded: { title: 'User details updated' },
  failed: 'Failed to update user details',
};
