import { section } from '../section.ts';

export const roles = section('6. Roles and permissions', {
  'role/visitor': { text: 'Visitor: public pages only', screen: '*' },
  'role/user': { text: 'User: own lists, settings, export', call: 'GET /api/user/agents' },
  'role/lead-access': { text: 'Lead access depends on trial or payment', call: 'GET /api/user/agents' },
  'role/402-dialog': { text: '402 opens the trial dialog', screen: '/dashboard' },
  'role/admin': { text: 'Admin: everything under admin' },
  'role/server': { text: 'The server enforces roles' },
  'role/admin-page': { text: '/admin checks the role', screen: '/admin' },
});
