import { UnfinishedPage } from '../../ui/unfinished-page.tsx';

const head = {
  title: 'Settings | ClosingWire',
  description: 'Your profile and preferences.',
  keywords: 'settings',
  path: '/settings',
};

export default function Page() {
  return (
    <UnfinishedPage
      head={head}
      title="Settings"
      text="This page is being built. Write to us and we will change your details for you."
    />
  );
}
