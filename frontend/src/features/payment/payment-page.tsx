import { UnfinishedPage } from '../../ui/unfinished-page.tsx';

const head = {
  title: 'Payment | ClosingWire',
  description: 'Pay for your ZIP codes.',
  keywords: 'payment',
  path: '/subscribe',
};

export default function Page() {
  return (
    <UnfinishedPage
      head={head}
      title="Payment"
      text="The card form is being built. Orders and trials go through the hosted checkout meanwhile."
    />
  );
}
