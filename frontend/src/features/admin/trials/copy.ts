export const trialsCopy = {
  sent: 'Trial notifications sent',
  failed: { title: 'Error', description: 'Failed to send trial notifications. Please try again.' },
  invalid: 'Please enter a number of days from 0 to 30',
  explanation: [
    'Recommended schedule: 7, 3, 1 and 0 days before the trial ends. These reminders are sent automatically.',
    'Only users without an active payment method are notified.',
    'Admins are excluded.',
    '0 means that the trial has already expired.',
    'Nobody gets the same notification twice.',
  ],
};
