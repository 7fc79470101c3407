export const articlesCopy = {
  created: 'Help article created',
  updated: 'Help article updated',
  deleted: 'Help article deleted',
  createFailed: 'Failed to create help article',
  updateFailed: 'Failed to update help article',
  deleteFailed: 'Failed to delete help article',
  missingFields: 'Please fill in all required fields',
  confirmDelete: 'Are you sure you want to delete this help article?',
};
