export const head = {
  title: 'Admin Dashboard | ClosingWire',
  description: 'Manage ZIP codes, users, flags, opt-outs, articles and settings.',
  keywords: 'admin',
  path: '/admin',
};

export const tabs = [
  { id: 'zip-codes', label: 'ZIP Code Management' },
  { id: 'users', label: 'User Management' },
  { id: 'lead-flags', label: 'Lead Flags' },
  { id: 'opt-outs', label: 'Opt-outs' },
  { id: 'help-articles', label: 'Help Articles' },
  { id: 'trial-notifications', label: 'Trial Notifications' },
  { id: 'statistics', label: 'Statistics' },
  { id: 'settings', label: 'Settings' },
  { id: 'audit', label: 'Audit' },
  { id: 'system', label: 'System' },
] as const;

export type TabId = (typeof tabs)[number]['id'];
