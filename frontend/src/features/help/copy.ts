export const head = {
  title: 'Help Center | ClosingWire',
  description: 'Answers about ZIP codes, lead data, billing, your account and the API.',
  keywords: 'help, FAQ, support, real estate agent leads',
  path: '/help',
};

export const found = (count: number, text: string) => `Found ${count} result(s) for "${text}"`;

export const emptyCopy = {
  title: 'No articles found',
  filtered: 'Try adjusting your search or filter criteria',
  none: "Help articles will appear here once they're published",
};
