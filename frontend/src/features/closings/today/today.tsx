import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import type { OutcomeKind } from '@closingwire/contracts/today-names';
import type { View } from '@closingwire/contracts/views';
import { Keyboard, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AgentList } from './agent-list.tsx';
import { usePutOutcome, useToday, useViews, useVisit } from './queries.ts';
import { isBarred, totalsText, visitText } from './reasons.ts';
import { useTodayKeys } from './use-today-keys.ts';
import { everyone, type TodayState, useTodayState } from './use-today-state.ts';

const Options = lazy(() => import('./options.tsx'));
const History = lazy(() => import('./history.tsx'));
const NoAgents = lazy(() => import('./no-agents.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));

const noViews: View[] = [];

/** The agents of the week over all ZIPs, one row each, in the order in which to call them. */
export function Today({ zipCodes }: { zipCodes: readonly string[] }) {
  const saved = useViews();
  const views = saved.data?.views ?? noViews;
  const state = useTodayState(views);
  const isGone = state.goneView !== null && !saved.isPending;
  const today = useToday({ ...state, isEnabled: !saved.isPending && !isGone });
  useVisit(today.isSuccess && !state.isHistory && !isGone ? today.dataUpdatedAt : 0);
  const { press, save } = usePutOutcome();
  const agents = isGone ? undefined : today.data?.agents;
  const area = useRef<HTMLElement>(null);
  const onCalled = useCallback(
    (agentId: string) => {
      const agent = agents?.find(each => each.agentId === agentId);
      if (agent && !isBarred(agent)) press(agent, 'called');
    },
    [agents, press],
  );
  const keys = useTodayKeys({ area, onCalled });
  if (today.isError && isUnknownCall(today.error)) return null;
  return (
    <Card id="today" className="scroll-mt-20 overflow-hidden">
      <section ref={area} aria-labelledby="today-title">
        <Head today={today} state={state} isGone={isGone} views={views} zipCodes={zipCodes} />
        {state.isHistory ? (
          <Suspense fallback={<Spinner className="w-full py-20" label="Loading history" />}>
            <History state={state} />
          </Suspense>
        ) : (
          <Agents today={today} state={state} isGone={isGone} onOutcome={press} onFollowUp={save} />
        )}
        <p className="hidden border-t border-line px-5 py-2 text-right lg:block">
          <Button size="sm" tone="quiet" onClick={keys.openHelp}>
            <Keyboard aria-hidden /> Keys
          </Button>
        </p>
        {keys.isHelpOpen && (
          <Suspense fallback={null}>
            <KeysDialog onClose={keys.closeHelp} />
          </Suspense>
        )}
      </section>
    </Card>
  );
}

type Query = ReturnType<typeof useToday>;

const ownLists = [
  ['follow-ups', 'Follow-ups', 'followUps'],
  ['watched', 'Watched', 'watched'],
] as const;

type HeadProps = {
  today: Query;
  state: TodayState;
  isGone: boolean;
  views: readonly View[];
  zipCodes: readonly string[];
};

function Head({ today, state, isGone, views, zipCodes }: HeadProps) {
  const [isOpen, setOpen] = useState(false);
  const { choice, view, isHistory, list } = state;
  const lists = useRef<HTMLFieldSetElement>(null);
  // On a phone the pressed list may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: These change the lists, or which one is pressed.
  useEffect(() => {
    const box = lists.current;
    const chip = box?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (box && chip)
      box.scrollLeft = chip.offsetLeft - box.offsetLeft - (box.clientWidth - chip.offsetWidth) / 2;
  }, [list, isHistory, view, views, today.isPending]);
  // The counts of the list before are not those of this one.
  const isReading = !isGone && (today.isPending || (today.isPlaceholderData && !today.isError));
  const narrowed =
    (choice.sort === everyone.sort ? 0 : 1) + (choice.zips.length > 0 ? 1 : 0) + (choice.side ? 1 : 0);
  return (
    <div className="grid grid-cols-1 gap-3 border-b border-line px-5 py-4 lg:grid-cols-[1fr_auto] lg:items-center">
      <div>
        <h2 id="today-title" className="text-lg font-semibold">
          Today
        </h2>
        <p role="status" className="text-sm text-muted">
          {isReading && 'Loading agents'}
          {today.data && !isReading && !today.isError && !isGone && <Counts list={list} reply={today.data} />}
        </p>
      </div>
      <div className="flex gap-2">
        <SettlingInput
          type="search"
          aria-label="Search agents"
          placeholder="Search agents"
          className="min-w-0 flex-1 lg:w-72"
          value={choice.search}
          onSettled={search => state.choose({ search })}
        />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden /> Sort and filter
          {narrowed > 0 && <Badge tone="accent">{narrowed}</Badge>}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Options state={state} views={views} zipCodes={zipCodes} />
        </Suspense>
      )}
      <fieldset
        ref={lists}
        aria-label="Agents shown"
        className="-mx-5 flex min-w-0 gap-1 overflow-x-auto px-5 lg:col-span-full"
      >
        <ShowButton isActive={!isHistory && !list && !view && !isGone} onClick={state.openToCall}>
          To call
        </ShowButton>
        {views.map(each => (
          <ShowButton
            key={each.id}
            isActive={!isHistory && view?.id === each.id}
            onClick={() => state.openView(each)}
          >
            {each.name}
          </ShowButton>
        ))}
        {ownLists.map(([show, name, key]) => {
          const count = today.data?.[key] ?? 0;
          return (
            (list === show || count > 0) && (
              <ShowButton key={show} isActive={list === show} onClick={() => state.open(show)}>
                {`${name} ${count.toLocaleString('en-US')}`}
              </ShowButton>
            )
          );
        })}
        <ShowButton isActive={isHistory} onClick={() => state.open('history')}>
          History
        </ShowButton>
      </fieldset>
    </div>
  );
}

type ShowButtonProps = { isActive: boolean; onClick: () => void; children: string };

function ShowButton({ isActive, onClick, children }: ShowButtonProps) {
  return (
    <Button
      size="sm"
      tone={isActive ? 'ink' : 'quiet'}
      aria-pressed={isActive}
      className="max-w-48 -outline-offset-2"
      onClick={onClick}
    >
      <span className="truncate">{children}</span>
    </Button>
  );
}

function Counts({ reply, list }: { reply: TodayReply } & Pick<TodayState, 'list'>) {
  const { newAgents, due, newSince } = reply;
  const news =
    !list &&
    newSince &&
    `${newAgents.toLocaleString('en-US')} new ${visitText(new Date(newSince), new Date())}`;
  return (
    <>
      {news && <strong className="text-accent-deep">{news}</strong>}
      {news && ' · '}
      {due > 0 && `${due.toLocaleString('en-US')} to follow up · `}
      {totalsText(reply, list)}
    </>
  );
}

type AgentsProps = {
  today: Query;
  state: TodayState;
  isGone: boolean;
  onOutcome: (agent: TodayAgent, outcome: OutcomeKind) => void;
  onFollowUp: ReturnType<typeof usePutOutcome>['save'];
};

function Agents({ today, state, isGone, onOutcome, onFollowUp }: AgentsProps) {
  if (isGone) {
    return (
      <Suspense fallback={null}>
        <NoAgents state={state} />
      </Suspense>
    );
  }
  if (today.isPending) return <Spinner className="w-full py-20" label="Loading agents" />;
  if (today.isError) return <FailedState title="Today could not be loaded" query={today} />;
  return (
    <AgentList
      reply={today.data}
      state={state}
      isStale={today.isPlaceholderData}
      isReading={today.isFetching}
      onOutcome={onOutcome}
      onFollowUp={onFollowUp}
    />
  );
}
