import type { Source } from '@closingwire/contracts/sources';
import { FileBadge, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { countedText, listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { sourcesCopy } from './copy.ts';
import { FeedPanel } from './feed-panel.tsx';
import { useSources } from './queries.ts';
import { SourceRows } from './source-rows.tsx';

const SourceDialog = lazy(() => import('./source-dialog.tsx'));

/** The license register: sources of leads, and the feeds of those that are pulled. */
export default function SourcesTab() {
  const sources = useSources();
  const [edited, setEdited] = useState<Source | 'new' | null>(null);
  const feeds = sources.data?.sources.filter(({ kind }) => kind === 'reso') ?? [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <Panel
        title={sourcesCopy.title}
        status={listText(sources, 'Loading sources', ({ sources: all }) =>
          countedText(all.length, 'source', 'sources'),
        )}
        actions={
          <Button tone="accent" onClick={() => setEdited('new')}>
            <Plus aria-hidden /> {sourcesCopy.add}
          </Button>
        }
      >
        <Loaded query={sources} loading="Loading sources" failed="Sources could not be loaded">
          {({ sources: all }) =>
            all.length === 0 ? (
              <EmptyState level="h3" icon={FileBadge} title={sourcesCopy.empty} />
            ) : (
              <SourceRows sources={all} onEdit={setEdited} />
            )
          }
        </Loaded>
      </Panel>
      {feeds.map(source => (
        <FeedPanel key={source.id} source={source} />
      ))}
      {edited && (
        <Suspense fallback={null}>
          <SourceDialog
            {...(edited !== 'new' && { source: edited })}
            sources={sources.data?.sources ?? []}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
