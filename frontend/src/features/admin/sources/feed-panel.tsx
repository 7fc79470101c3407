import { feedLimits } from '@closingwire/contracts/shown-limits';
import type { Feed, Source } from '@closingwire/contracts/sources';
import { Cable, Pencil, PlugZap, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatExactInstant, formatInstant } from '../../../lib/dates.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts } from '../row-list.tsx';
import { StatCards } from '../stat-cards.tsx';
import { authLabels, feedCopy, feedStates, number, scheduleText } from './copy.ts';
import { TestResult } from './feed-test-result.tsx';
import { isDue } from './is-at-work.ts';
import { usePullFeed, useTestFeed } from './queries.ts';

const FeedDialog = lazy(() => import('./feed-dialog.tsx'));

/** The feed of a source: its state, its last fault and its counts. */
export function FeedPanel({ source }: { source: Source }) {
  const { feed, name } = source;
  const [isEditing, setEditing] = useState(false);
  const test = useTestFeed(source);
  const edit = () => setEditing(true);
  return (
    <Panel
      title={`Feed of ${name}`}
      text={<span className="wrap-anywhere">{feed?.url}</span>}
      actions={feed && <FeedActions source={source} feed={feed} test={test} onEdit={edit} />}
    >
      {feed ? (
        <div className="grid grid-cols-1 gap-5 p-5">
          <FeedState feed={feed} />
          <TestResult test={test} />
          <FeedCounts feed={feed} />
          <FeedFacts feed={feed} />
        </div>
      ) : (
        <EmptyState
          level="h3"
          icon={Cable}
          title={feedCopy.none}
          actions={
            <Button tone="accent" onClick={edit}>
              Set Up Feed
            </Button>
          }
        >
          {feedCopy.noneText}
        </EmptyState>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <FeedDialog source={source} onSaved={test.reset} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

type FeedActionsProps = {
  source: Source;
  feed: Feed;
  test: ReturnType<typeof useTestFeed>;
  onEdit: () => void;
};

const cannotPull: readonly Feed['state'][] = ['pulling', 'paused', 'expired'];

function FeedActions({ source, feed: { state }, test, onEdit }: FeedActionsProps) {
  const pull = usePullFeed(source);
  const hasFailed = state === 'failing' || state === 'stopped';
  const pullText = hasFailed ? 'Try Again' : 'Pull Now';
  const testText = test.isPending ? 'Testing...' : 'Test Connection';
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`Feed Settings of ${source.name}`} onClick={onEdit}>
        <Pencil aria-hidden /> Feed Settings
      </Button>
      <Button
        size="sm"
        disabled={test.isPending}
        aria-label={`${testText} of ${source.name}`}
        onClick={() => test.mutate()}
      >
        <PlugZap aria-hidden /> {testText}
      </Button>
      <Button
        size="sm"
        tone="accent"
        disabled={pull.isPending || cannotPull.includes(state)}
        aria-label={`${pullText}: ${source.name}`}
        onClick={() => pull.mutate()}
      >
        <RefreshCw aria-hidden /> {pullText}
      </Button>
    </div>
  );
}

function FeedState({ feed }: { feed: Feed }) {
  const { state, fault } = feed;
  const { text, ...look } = feedStates[state];
  const starts = state !== 'pulling' && isDue(feed, new Date());
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-3 text-sm">
        <StateBadge {...look} /> {starts ? feedCopy.starts : text}
      </p>
      {fault && (
        <NoticeBox
          tone={state === 'stopped' ? 'danger' : 'caution'}
          title={`The last pull failed${fault.status === null ? '' : `, status ${fault.status}`}`}
        >
          <p className="whitespace-pre-line wrap-anywhere">{fault.message}</p>
          <p className="mt-1 text-muted">{formatExactInstant(fault.at)}</p>
        </NoticeBox>
      )}
    </>
  );
}

const FeedCounts = ({ feed: { counts, requests } }: { feed: Feed }) => (
  <div className="grid grid-cols-1 gap-4">
    <StatCards
      className="grid-cols-2 lg:grid-cols-4"
      stats={[
        { label: 'Closings pulled', count: counts.listings },
        { label: 'Rows sent to lists', count: counts.rows },
        { label: 'Left out', count: counts.leftOut },
        { label: 'Withdrawn', count: counts.retracted },
      ]}
    />
    <p className="text-xs text-muted">
      Since the feed was added; a closing counts again when it changes. Left out are leases, land and closings
      without an agent.
    </p>
    <div className="grid gap-4 sm:grid-cols-2">
      <Requests label="Requests in the last hour" count={requests.lastHour} most={feedLimits.perHour} />
      <Requests label="Requests in the last day" count={requests.lastDay} most={feedLimits.perDay} />
    </div>
  </div>
);

function Requests({ label, count, most }: { label: string; count: number; most: number }) {
  const share = Math.min(100, (count / most) * 100);
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span className="text-muted">{label}</span> {number(count)} of {number(most)}
      </p>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-ink/10">
        <span
          className={`block h-full rounded-full ${share < 80 ? 'bg-accent-deep' : 'bg-danger'}`}
          style={{ width: `${share}%` }}
        />
      </span>
    </div>
  );
}

const at = (instant: string | null) => (instant === null ? 'Not yet' : formatInstant(instant));

const FeedFacts = ({ feed }: { feed: Feed }) => (
  <CardFacts
    className="text-sm wrap-anywhere sm:grid-cols-[auto_1fr_auto_1fr] sm:gap-x-6"
    facts={{
      'Pulled through': at(feed.watermark),
      Schedule: feed.isPaused ? 'Paused' : scheduleText(feed.everyMinutes),
      'Last pull': at(feed.lastRunAt),
      'Next pull': feed.nextRunAt === null ? 'None planned' : formatInstant(feed.nextRunAt),
      'Last success': at(feed.lastSuccessAt),
      'Keys compared': at(feed.lastComparedAt),
      'Sign-in': authLabels[feed.auth.kind],
      'Client ID': feed.auth.kind === 'client' ? feed.auth.clientId : null,
      'Token address': feed.auth.kind === 'client' ? feed.auth.tokenUrl : null,
      'Originating system': feed.originatingSystem,
    }}
  />
);
