import type { Tx } from '@closingwire/chassis/pg';
import { button, facts, greet, paragraph } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { counted, defineTemplate } from '../delivery/template.ts';

const readyList = z.object({
  zipCode: z.string(),
  city: z.string(),
  state: z.string(),
  agentCount: z.int(),
  /** An admin gave the ZIP. Absent in older mails. */
  isGranted: z.boolean().optional(),
});

export type ReadyList = z.output<typeof readyList> & {
  subscriptionId: string;
  /** Null for a ZIP that came with an event of an older version. */
  orderId: string | null;
  userId: string;
  email: string;
  firstName: string;
};

const listReady = defineTemplate('list-ready', {
  title: 'Lead list ready',
  purpose: 'notice',
  data: readyList.extend({ firstName: z.string() }),
  compose: ({ firstName, zipCode, city, state, agentCount, isGranted = false }, linkTo) => ({
    subject: `Your list for ${zipCode} ${city} is ready`,
    preview: `${counted(agentCount, 'recent closing')} in ${city}, ${state}, with the agents' contact details.`,
    heading: greet('Your list is ready', firstName),
    body: [
      ...(isGranted
        ? [paragraph(`ClosingWire gave you ZIP code ${zipCode}. It is free of charge for you.`)]
        : []),
      paragraph('The first list of your ZIP code has arrived. It is brought up to date every day.'),
      facts({ 'ZIP code': zipCode, Place: `${city}, ${state}`, 'Closings in 7 days': String(agentCount) }),
      button('See the closings', linkTo('/dashboard')),
    ],
    reason: isGranted
      ? `ClosingWire gave you ZIP code ${zipCode}, free of charge.`
      : `You subscribed to ZIP code ${zipCode} at ClosingWire.`,
  }),
});

const listsReady = defineTemplate('lists-ready', {
  title: 'Lead lists ready',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), lists: z.array(readyList) }),
  compose: ({ firstName, lists }, linkTo) => {
    const closings = lists.reduce((sum, { agentCount }) => sum + agentCount, 0);
    return {
      subject: `Your lists for ${counted(lists.length, 'ZIP code')} are ready`,
      preview: `${counted(closings, 'recent closing')}, with the agents' contact details.`,
      heading: greet('Your lists are ready', firstName),
      body: [
        paragraph('The first lists of your ZIP codes have arrived. They are brought up to date every day.'),
        facts(
          Object.fromEntries(
            lists.map(({ zipCode, city, state, agentCount }) => [
              `${zipCode} ${city}, ${state}`,
              counted(agentCount, 'recent closing'),
            ]),
          ),
        ),
        button('See the closings', linkTo('/dashboard')),
      ],
      reason: `You ${lists.some(({ isGranted }) => isGranted) ? 'have' : 'subscribed to'} ${counted(lists.length, 'ZIP code')} at ClosingWire.`,
    };
  },
});

/** Enqueues the mail for ready lists of one user: for one list the usual mail, for several one together. */
export async function enqueueReadyMail(tx: Tx, lists: readonly ReadyList[]): Promise<void> {
  const [first, ...others] = lists;
  if (!first) return;
  const { subscriptionId: key, userId, email: to, firstName } = first;
  if (others.length === 0) {
    const { zipCode, city, state, agentCount, isGranted } = first;
    await enqueueMail(tx, listReady, {
      to,
      key,
      userId,
      data: { firstName, zipCode, city, state, agentCount, isGranted },
    });
    return;
  }
  const told = lists.map(({ zipCode, city, state, agentCount, isGranted }) => ({
    ...{ zipCode, city, state, agentCount, isGranted },
  }));
  await enqueueMail(tx, listsReady, { to, key, userId, data: { firstName, lists: told } });
}

export const readyTemplates = [listReady, listsReady];
