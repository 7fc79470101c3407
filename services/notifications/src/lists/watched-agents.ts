import { once } from '@closingwire/chassis/consume';
import { watchedAgentClosed } from '@closingwire/contracts/agent-page';
import { button, greet, paragraph } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { calendarDay, counted, defineTemplate } from '../delivery/template.ts';
import { recipientOf } from '../users/store.ts';

const { agents } = watchedAgentClosed.data.shape;
type Sale = z.output<typeof agents>[number]['sales'][number];

/** A mail names at most this many agents; the page has the others. */
const MAX_NAMED = 10;

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

const saleText = ({ address1, city, state, zipCode, soldDate, price }: Sale) =>
  [
    `${address1}, ${city}, ${state} ${zipCode}`,
    price === null ? 'price undisclosed' : usd.format(price),
    calendarDay(soldDate),
  ].join(' · ');

export const watchedAgents = defineTemplate('watched-agents', {
  title: 'Watched agents closed again',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), agents }),
  compose: ({ firstName, agents }, linkTo) => {
    const [first] = agents;
    const one = agents.length === 1 ? first : undefined;
    const who = one ? one.fullName : counted(agents.length, 'agent');
    const named = agents.slice(0, MAX_NAMED);
    const rest = agents.length - named.length;
    return {
      subject: `${who}${one ? '' : ' you watch'} closed again`,
      preview: named.map(({ fullName }) => fullName).join(', '),
      heading: greet(`${who} closed again`, firstName),
      body: [
        {
          kind: 'facts',
          facts: named.map(({ fullName, sales }) => ({
            name: fullName,
            value: sales.map(saleText).join('\n'),
          })),
        },
        ...(rest > 0 ? [paragraph(`${counted(rest, 'more agent')} closed; your dashboard has them.`)] : []),
        one
          ? button(`See ${one.fullName}`, linkTo(`/agent/${one.agentId}`))
          : button('See the agents', linkTo('/dashboard')),
      ],
      reason: 'You watch these agents at ClosingWire.',
    };
  },
});

/** Sends one mail for an event, to a user who may get it. */
export const watchedAgentHandlers = [
  once(watchedAgentClosed, async ({ data: { id, accountId, agents } }, tx) => {
    const user = await recipientOf(tx, accountId);
    if (!user) return;
    const data = { firstName: user.firstName, agents };
    await enqueueMail(tx, watchedAgents, { to: user.email, key: id, userId: user.id, data });
  }),
];
