import type { ListFreshness } from '@closingwire/contracts/ingestion';
import { Ago } from '../../../ui/ago.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { operations } from '../copy.ts';
import { Panel } from '../panel.tsx';
import { StatCards } from '../stat-cards.tsx';
import { useFreshness } from './queries.ts';

export function FreshnessPanel() {
  const freshness = useFreshness();
  return (
    <Loaded
      query={freshness}
      loading="Loading the freshness of lists"
      failed="The freshness of lists could not be loaded"
    >
      {({ day, twoDays, older, none, oldest }) => (
        <Panel title="Freshness of lists" text={<OfLists oldest={oldest} />}>
          <div className="grid gap-4 p-5">
            <StatCards
              className="grid-cols-2 lg:grid-cols-4"
              stats={[
                { label: 'Within a day', count: day },
                { label: 'Within two days', count: twoDays },
                { label: 'Older', count: older },
                { label: 'No list yet', count: none },
              ]}
            />
            <p className="text-sm">
              <TextLink to={`${operations.path}?tab=leads-in`}>Deliveries of leads</TextLink> have their own
              tab.
            </p>
          </div>
        </Panel>
      )}
    </Loaded>
  );
}

const OfLists = ({ oldest }: Pick<ListFreshness, 'oldest'>) => (
  <>
    Of the ZIPs that somebody subscribes to.
    {oldest && (
      <>
        {' '}
        The oldest, {oldest.zip}: <Ago instant={oldest.updatedAt} />.
      </>
    )}
  </>
);
