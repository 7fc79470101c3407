import { once } from '@closingwire/chassis/consume';
import { dealsText } from '@closingwire/contracts/deal-side';
import {
  type DigestAgent,
  type DigestFollowUp,
  type DigestFrequency,
  digestReady,
} from '@closingwire/contracts/digest';
import { type Block, button, contact, paragraph } from '@closingwire/contracts/mail-content';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { dayFormat } from '@closingwire/contracts/state-days';
import { enqueueMail } from '../delivery/store.ts';
import { counted, defineTemplate, type LinkTo } from '../delivery/template.ts';
import { noticeAddressOf } from '../users/store.ts';
import { sinceText } from './since-text.ts';

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Phones without a country code are from the US. */
function telUrl(phone: string): string {
  const dialed = phone.replace(/[^\d+]/g, '');
  if (dialed.startsWith('+')) return `tel:${dialed}`;
  return dialed.length === 10 ? `tel:+1${dialed}` : `tel:${dialed}`;
}

/** Encodes characters that would start a subject, a copy or another link. */
const mailUrl = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** One agent with their page: what is new, the reason to call, and the links to do so. */
function agentBlock(agent: DigestAgent, linkTo: LinkTo): Block {
  const { agentId, newest, fullName, brokerageName, news, deals, total, side } = agent;
  const { earlierSoldOn, phone, mustNotCall, sources } = agent;
  const reasons = [
    news === 'deal' && 'Another deal',
    earlierSoldOn ? counted(deals, 'deal') : dealsText(deals),
    total !== null && compact.format(total),
    side,
  ];
  const lines = [
    brokerageName,
    reasons.filter(Boolean).join(' · '),
    earlierSoldOn && `Sold ${dayText.format(new Date(earlierSoldOn))}, so no longer in Today`,
    newest && `${deals > 1 ? 'Newest: ' : ''}${newest.address1}, ${newest.city}`,
    phone && mustNotCall && REFUSED,
    sources.length > 0 && `Source: ${sources.join(', ')}`,
  ];
  return contact({
    name: fullName,
    url: linkTo(`/agent/${agentId}`),
    lines: lines.filter(line => typeof line === 'string' && line !== '') as string[],
    links: linksOf(agent),
  });
}

/** The links that call and write. */
function linksOf({ phone, mustNotCall, email }: Pick<DigestAgent, 'phone' | 'mustNotCall' | 'email'>) {
  return [
    ...(phone && !mustNotCall ? [{ label: `Call ${phone}`, url: telUrl(phone) }] : []),
    ...(email ? [{ label: `Email ${email}`, url: mailUrl(email) }] : []),
  ];
}

const REFUSED = 'Do not call: the number is on a do-not-call list, or wrong';

type FollowUps = { followUps: readonly DigestFollowUp[]; count: number; today: string };

const areToday = (followUps: readonly DigestFollowUp[], today: string): boolean =>
  followUps.every(({ followUpOn }) => followUpOn === today);

/** '3 follow-ups promised for today', or 'are due' with one of an earlier day. */
function followUpTitle({ followUps, count, today }: FollowUps): string {
  const all = counted(count, 'follow-up');
  if (areToday(followUps, today)) return `${all} promised for today`;
  return `${all} ${count === 1 ? 'is' : 'are'} due`;
}

/** The promised calls, under their heading; those of an earlier day with it. */
function followUpBlocks({ followUps, count, today }: FollowUps, linkTo: LinkTo): Block[] {
  if (followUps.length === 0) return [];
  const isToday = ({ followUpOn }: DigestFollowUp) => followUpOn === today;
  const blocks = followUps.map(agent =>
    contact({
      name: agent.fullName,
      url: linkTo(`/agent/${agent.agentId}`),
      lines: [
        agent.brokerageName,
        !isToday(agent) && `Promised for ${dayText.format(new Date(agent.followUpOn))}`,
        agent.phone && agent.mustNotCall && REFUSED,
      ].filter(line => typeof line === 'string') as string[],
      links: linksOf(agent),
    }),
  );
  const further = count - followUps.length;
  return [
    paragraph(areToday(followUps, today) ? 'Promised for today:' : 'Promised until today:'),
    ...blocks,
    ...(further > 0
      ? [
          paragraph(`${counted(further, 'follow-up')} more on your dashboard.`),
          button('Open my follow-ups', linkTo('/dashboard?show=follow-ups')),
        ]
      : []),
  ];
}

type Counts = { newAgents: number; newDeals: number };
/** `viewName` is undefined for all ZIPs. */
type Named = Counts & { viewName: string | undefined; isFirst: boolean | undefined };
type Dated = Named & { frequency: DigestFrequency };

const known = (count: number) => `${counted(count, 'agent')} closed another sale`;

/** '3 new agents since yesterday', or what is new without one; of a view with its name first. */
function newsText({ newAgents, newDeals, viewName, isFirst }: Named, since: string): string {
  if (isFirst) return `${counted(newAgents + newDeals, 'agent')} to call in ${placeText(viewName)}`;
  const isNew = newAgents > 0;
  if (viewName === undefined) return `${isNew ? counted(newAgents, 'new agent') : known(newDeals)} ${since}`;
  return `New in "${viewName}": ${isNew ? counted(newAgents, 'agent') : known(newDeals)} ${since}`;
}

/** The dashboard with the agents of the email: of its view, else of all ZIPs, also for users with a start view. */
const dashboardOf = (viewName: string | undefined) =>
  viewName === undefined
    ? '/dashboard?sort=reason'
    : (`/dashboard?view=${encodeURIComponent(viewName)}` as const);

const placeText = (viewName: string | undefined) =>
  viewName === undefined ? 'your ZIP codes' : `your view "${viewName}"`;

function introOf({ newAgents, newDeals, viewName, isFirst, frequency }: Dated): string {
  const where = placeText(viewName);
  // A weekly one has sales that were a list old when they came.
  const days = frequency === 'weekly' ? 2 * LIST_DAYS : LIST_DAYS;
  if (isFirst) return `They closed a sale in ${where} in the last ${days} days.`;
  const more = newDeals > 0 && newAgents > 0 ? ` ${known(newDeals)}.` : '';
  const first =
    newAgents > 0
      ? `${counted(newAgents, 'agent')} in ${where} closed a sale that was not in your last email.`
      : `They were in an earlier email, and have a new closing in ${where}.`;
  return `${first}${more}`;
}

/** Tells where the agents are that the email does not have. Today has no sale that is older than its list. */
function furtherText(count: number, frequency: DigestFrequency): string {
  if (frequency !== 'weekly') return `${counted(count, 'agent')} more on your dashboard.`;
  return `${counted(count, 'agent')} more. Your dashboard has those of the last ${LIST_DAYS} days.`;
}

/** A mail server may be away for a day. */
const USEFUL_MS = 36 * 3_600_000;

const digest = defineTemplate('digest', {
  title: 'Morning email',
  purpose: 'notice',
  // It has contact data of agents.
  keepsContent: false,
  usefulUntil: ({ through }) => new Date(Date.parse(through) + USEFUL_MS),
  data: digestReady.data.pick({
    frequency: true,
    timeZone: true,
    viewName: true,
    isFirst: true,
    since: true,
    through: true,
    newAgents: true,
    newDeals: true,
    agents: true,
    followUps: true,
    followUpCount: true,
  }),
  compose: ({ timeZone, viewName, isFirst, since, through, agents, followUps = [], ...counts }, linkTo) => {
    const count = counts.followUpCount ?? followUps.length;
    const today = dayFormat(timeZone).format(new Date(through));
    const hasNews = agents.length > 0;
    const title = hasNews
      ? newsText({ ...counts, viewName, isFirst }, sinceText(since, through, timeZone))
      : followUpTitle({ followUps, count, today });
    const further = counts.newAgents + counts.newDeals - agents.length;
    return {
      subject: title,
      preview: [...followUps, ...agents].map(({ fullName }) => fullName).join(', '),
      heading: title,
      body: [
        ...followUpBlocks({ followUps, count, today }, linkTo),
        ...(hasNews ? [paragraph(introOf({ ...counts, viewName, isFirst }))] : []),
        ...agents.map(agent => agentBlock(agent, linkTo)),
        ...(further > 0 ? [paragraph(furtherText(further, counts.frequency))] : []),
        button('Open my dashboard', linkTo(dashboardOf(viewName))),
        paragraph(`Change this email, or turn it off: ${linkTo('/settings#morning-email')}`),
      ],
      reason: 'You subscribed to ZIP codes at ClosingWire.',
    };
  },
});

/** Mails a digest to a user who wants notices. Events and mails have the same id, so a repeated event mails nothing. */
const onDigestReady = once(digestReady, async ({ data: { id, accountId, version: _, ...data } }, tx) => {
  const to = await noticeAddressOf(tx, accountId);
  if (to !== undefined) await enqueueMail(tx, digest, { to, key: id, userId: accountId, data });
});

export const digestHandlers = [onDigestReady];
export const digestTemplates = [digest];
