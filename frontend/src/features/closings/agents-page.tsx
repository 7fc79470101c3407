import { UnfinishedPage } from '../../ui/unfinished-page.tsx';

const head = {
  title: 'Agents | ClosingWire',
  description: 'Agents of one ZIP code.',
  keywords: 'agents',
  path: '/agents',
};

export default function Page() {
  return (
    <UnfinishedPage
      head={head}
      title="Agents"
      text="This page is being built. The dashboard filters the closings of one ZIP code."
    />
  );
}
