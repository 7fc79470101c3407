import type { AgentPage as Agent } from '@closingwire/contracts/agent-page';
import { ArrowLeft, Bell, BellOff, Contact, Printer } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { saveFile } from '../../lib/save-file.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AgentContacts } from './agent/agent-contacts.tsx';
import { AgentFacts } from './agent/agent-facts.tsx';
import { AgentHistory } from './agent/agent-history.tsx';
import { AgentSales } from './agent/agent-sales.tsx';
import { barringOutcome } from './agent/barring-outcome.ts';
import { OpeningLine } from './agent/opening-line.tsx';
import { useAgent } from './agent/queries.ts';
import { fileNameOf, vCardOf } from './agent/vcard.ts';
import { useWatch } from './today/watch-queries.ts';

const head = {
  description: 'The closings, contacts and history of an agent.',
  keywords: 'agent, closings, contacts',
};

export default function AgentPage() {
  const { agentId = '' } = useParams();
  const agent = useAgent(agentId);
  const { state } = useLocation();
  const navigate = useNavigate();
  // Today keeps its view and its position.
  const goBack = (event: MouseEvent) => {
    if (!state?.isFromToday || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  const name = agent.data?.fullName ?? 'Agent';
  return (
    <>
      <PageHead {...head} title={`${name} | ClosingWire`} path={`/agent/${agentId}`} />
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6 px-4 py-10 sm:px-6 print:max-w-none print:p-0">
        <ButtonLink
          to="/dashboard"
          tone="quiet"
          size="sm"
          className="-ml-3 justify-self-start print:hidden"
          onClick={goBack}
        >
          <ArrowLeft aria-hidden /> Back to Dashboard
        </ButtonLink>
        <Loaded query={agent} loading="Loading the agent" failed="The agent could not be loaded">
          {shown => <AgentDetails agent={shown} />}
        </Loaded>
      </div>
    </>
  );
}

function AgentDetails({ agent }: { agent: Agent }) {
  return (
    <>
      <PageTitle title={agent.fullName} actions={<Actions agent={agent} />}>
        {[agent.brokerageName, agent.teamName].filter(Boolean).join(' · ')}
      </PageTitle>
      <div className="max-w-md print:hidden">
        <AgentContacts agent={agent} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2 print:grid-cols-1">
        <div className="grid gap-6">
          {!barringOutcome(agent) && <OpeningLine agent={agent} />}
          <AgentHistory agent={agent} />
        </div>
        <AgentFacts agent={agent} />
      </div>
      <AgentSales closings={agent.closings} />
    </>
  );
}

function Actions({ agent }: { agent: Agent }) {
  const watch = useWatch(agent);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button
        aria-pressed={agent.isWatched}
        disabled={watch.isPending}
        onClick={() => watch.mutate(!agent.isWatched)}
      >
        {agent.isWatched ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {agent.isWatched ? 'Stop watching' : 'Watch'}
      </Button>
      {!barringOutcome(agent) && (
        <Button
          onClick={() =>
            saveFile(fileNameOf(agent), new Blob([vCardOf(agent)], { type: 'text/vcard;charset=utf-8' }))
          }
        >
          <Contact aria-hidden /> Save contact
        </Button>
      )}
      <Button onClick={() => window.print()}>
        <Printer aria-hidden /> Print
      </Button>
    </div>
  );
}
