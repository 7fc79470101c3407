import type { AgentPage } from '@closingwire/contracts/agent-page';
import { Card } from '../../../ui/card.tsx';
import { WebLink } from '../../../ui/web-link.tsx';
import { Check } from '../list/contact-checks.tsx';
import { unknownHint } from '../list/contact-text.ts';

/** The contacts with their state, and the other facts about an agent. */
export function AgentFacts({ agent }: { agent: AgentPage }) {
  return (
    <Card className="grid gap-6 p-5">
      <section aria-labelledby="contacts-title">
        <h2 id="contacts-title" className="font-semibold">
          Contacts
        </h2>
        <ul className="mt-1 divide-y divide-line">
          {agent.contacts.map(contact => (
            <Check key={contact.field} contact={contact} value={contact.value} />
          ))}
        </ul>
        <p className="mt-2 text-xs text-muted">
          {agent.contacts.length === 0 ? 'No contact is on record.' : unknownHint}
        </p>
      </section>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title" className="font-semibold">
          About the agent
        </h2>
        <dl className="mt-2 divide-y divide-line text-sm">
          {factsOf(agent).map(([name, value]) => (
            <div key={name} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">
                <WebLink url={value} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}

const factsOf = (agent: AgentPage) =>
  [
    ['License', agent.licenseNumber],
    ['Brokerage', agent.brokerageName],
    ['Team', agent.teamName],
    ['Office', agent.officeAddress],
    ['Place', [agent.city, agent.state].filter(Boolean).join(', ')],
    ['Website', agent.websiteUrl],
    ['Facebook', agent.facebookUrl],
    ['LinkedIn', agent.linkedinUrl],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
