import { UnfinishedPage } from '../../ui/unfinished-page.tsx';

const head = {
  title: 'Subscriptions | ClosingWire',
  description: 'Your ZIP code subscriptions.',
  keywords: 'subscriptions',
  path: '/subscriptions',
};

export default function Page() {
  return (
    <UnfinishedPage
      head={head}
      title="Subscriptions"
      text="This page is being built. Your ZIP codes and their lists are on the dashboard."
    />
  );
}
