export const head = {
  title: 'Contact Us | ClosingWire',
  description: 'Write to ClosingWire support. Replies come within 24 hours on business days.',
  keywords: 'contact, support',
  path: '/contact',
};

export const contactCopy = {
  succeeded: { title: 'Message sent successfully', description: "We'll get back to you within 24 hours" },
  failed: { title: 'Failed to send message', description: 'Please try again or email us directly' },
  incomplete: { title: 'Please fill in all fields' },
};

export const fixedQuestions = [
  'How to subscribe to ZIP codes',
  'Data accuracy and update frequency',
  'Billing and subscription management',
  'Industry exclusivity questions',
  'API access and integrations',
];

export const EXCERPT_LENGTH = 120;
export const MAX_QUESTIONS = 5;
