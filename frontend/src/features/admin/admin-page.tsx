import { UnfinishedPage } from '../../ui/unfinished-page.tsx';

const head = {
  title: 'Admin Dashboard | ClosingWire',
  description: 'Manage ZIP codes, users, flags, articles and settings.',
  keywords: 'admin',
  path: '/admin',
};

export default function Page() {
  return (
    <UnfinishedPage
      head={head}
      title="Admin Dashboard"
      text="This page is being built. Until it is here, the admin calls of the API do the same work."
    />
  );
}
