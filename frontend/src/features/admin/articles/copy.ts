export const articlesCopy = {
  created: { done: 'Help article created', failed: 'Failed to create help article' },
  updated: { done: 'Help article updated', failed: 'Failed to update help article' },
  deleted: { done: 'Help article deleted', failed: 'Failed to delete help article' },
  missingFields: 'Please fill in all required fields',
  confirmDelete: 'Are you sure you want to delete this help article?',
};
