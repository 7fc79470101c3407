import {
  type ContactKind,
  mostAgentsCounted,
  type OptOut,
  type OptOutState,
} from '@closingwire/contracts/opt-out';
import type { StateLook } from '../../../ui/badge.tsx';
import type { Decision } from './queries.ts';

export const optOutStates: Record<OptOutState, StateLook> = {
  'needs-review': { label: 'Needs review', tone: 'danger' },
  requested: { label: 'Link mailed', tone: 'neutral' },
  expired: { label: 'Link expired', tone: 'neutral' },
  'in-effect': { label: 'In effect', tone: 'positive' },
  refused: { label: 'Email only', tone: 'caution' },
  undone: { label: 'Undone', tone: 'neutral' },
};

export const kindLabels: Record<ContactKind, string> = {
  email: 'Email',
  phone: 'Phone',
  license: 'License',
};

export const decisionCopy: Record<Decision, { label: string; title: string; text: string }> = {
  approve: {
    label: 'Approve',
    title: 'Approve the rest of this opt-out',
    text: 'Every agent who carries what is listed here leaves all lists. A phone of an office takes its whole office out.',
  },
  refuse: {
    label: 'Refuse',
    title: 'Refuse the rest of this opt-out',
    text: 'The email address stays out of the lists. What is listed here changes nothing.',
  },
  undo: {
    label: 'Undo',
    title: 'Undo this opt-out',
    text: 'The agents and their closings come back into the lists, unless another opt-out names them. The agent gets an email about it if the link was mailed in the last 90 days.',
  },
};

export function decisionsOn({ state }: Pick<OptOut, 'state'>): readonly Decision[] {
  if (state === 'needs-review') return ['approve', 'refuse', 'undo'];
  return state === 'in-effect' || state === 'refused' ? ['undo'] : [];
}

type Contact = OptOut['contacts'][number];

/** The first agents with a contact, one per line, and the number of others. */
export function agentLines({ agents, agentCount }: Pick<Contact, 'agents' | 'agentCount'>): string[] {
  const lines = agents.map(({ name, brokerage, zip: zipCode }) =>
    [name, brokerage, zipCode].filter(Boolean).join(', '),
  );
  const rest = agentCount - agents.length;
  if (agents.length === 0 || rest <= 0) return lines;
  const isMore = agentCount > mostAgentsCounted;
  const others = isMore ? rest - 1 : rest;
  const count = `${isMore ? 'more than ' : ''}${others.toLocaleString('en-US')}`;
  return [...lines, `and ${count} ${others === 1 ? 'other' : 'others'}`];
}

export function agentsText(count: number): string {
  if (count === 1) return '1 agent';
  if (count <= mostAgentsCounted) return `${count.toLocaleString('en-US')} agents`;
  return `more than ${mostAgentsCounted.toLocaleString('en-US')} agents`;
}
