/** The contacts whose source and times are stored. */
export const seenContacts = ['email', 'mobile', 'phone'] as const;
