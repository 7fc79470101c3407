export const head = {
  title: 'Admin Dashboard | ClosingWire',
  description: 'Manage ZIP codes, users, lead flags, articles and settings.',
  keywords: 'admin',
  path: '/admin',
};

export const tabs = [
  { id: 'zip-codes', label: 'ZIP Code Management' },
  { id: 'users', label: 'User Management' },
  { id: 'lead-flags', label: 'Lead Flags' },
  { id: 'help-articles', label: 'Help Articles' },
  { id: 'trial-notifications', label: 'Trial Notifications' },
  { id: 'statistics', label: 'Statistics' },
  { id: 'settings', label: 'Settings' },
] as const;

export type TabId = (typeof tabs)[number]['id'];

export const operations = {
  title: 'Operations | ClosingWire',
  description: 'The state of the system, the audit log, the opt-outs, the deliveries and sources of leads.',
  keywords: 'admin, operations',
  path: '/admin/operations',
};

export const operationsTabs = [
  { id: 'system', label: 'System' },
  { id: 'audit', label: 'Audit' },
  { id: 'opt-outs', label: 'Opt-outs' },
  { id: 'deletion-requests', label: 'Deletion requests' },
  { id: 'leads-in', label: 'Leads in' },
  { id: 'sources', label: 'Sources' },
  { id: 'agents', label: 'Agents' },
  { id: 'contacts', label: 'Contacts' },
  { id: 'business', label: 'Business' },
] as const;

export type OperationsTabId = (typeof operationsTabs)[number]['id'];

export const isOperationsTab = (name: string | null): boolean => operationsTabs.some(({ id }) => id === name);
