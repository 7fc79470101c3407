import type { User } from '@closingwire/contracts/screen-api';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '../../product/session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ApiAccess } from './api/api-access.tsx';
import { useHasBilling } from './billing/queries.ts';
import { head } from './copy.ts';
import { YourData } from './data/your-data.tsx';
import { EmailTrouble } from './email-status/email-trouble.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useUpdatePreferences } from './queries.ts';
import { LoadingRows } from './row-states.tsx';
import { Section } from './section.tsx';
import { Security } from './security/security.tsx';

/** Lazy: it contains the names of all browsers. */
const SessionList = lazy(() => import('./sessions/session-list.tsx'));

/** Lazy: only emailed links need it. */
const LinkOutcome = lazy(() => import('./link-outcome.tsx'));

/** Lazy: these are below the first screen. */
const MorningEmail = lazy(() => import('./digest/morning-email.tsx'));
const Bill = lazy(() => import('./billing/bill.tsx'));

type Subject = { id: string; title: string; text: string; content: (user: User) => ReactNode };

const subjects: Subject[] = [
  {
    id: 'profile',
    title: 'Profile',
    text: 'Who you are and how we reach you.',
    content: user => <ProfileForm user={user} />,
  },
  {
    id: 'notifications',
    title: 'Email notifications',
    text: 'What lands in your inbox.',
    content: user => (
      <div className="grid gap-6">
        <NotificationSwitch user={user} />
        <Suspense fallback={<LoadingRows label="Loading the email with new agents" />}>
          <MorningEmail />
        </Suspense>
      </div>
    ),
  },
  {
    id: 'billing',
    title: 'Billing',
    text: 'What you pay, when, and with which card.',
    content: () => (
      <Suspense fallback={<LoadingRows label="Loading your bill" />}>
        <Bill />
      </Suspense>
    ),
  },
  {
    id: 'api',
    title: 'API access',
    text: 'Pull your closings into your own tools.',
    content: user => <ApiAccess userId={user.id} />,
  },
  {
    id: 'security',
    title: 'Security',
    text: 'Keep your account your own.',
    content: user => <Security user={user} />,
  },
  {
    id: 'sessions',
    title: 'Where you are signed in',
    text: 'Something you do not know? Sign it out and change your password.',
    content: () => (
      <Suspense fallback={<LoadingRows label="Loading your devices" />}>
        <SessionList />
      </Suspense>
    ),
  },
  {
    id: 'data',
    title: 'Your data',
    text: 'It is yours: take it with you, or have it removed.',
    content: () => <YourData />,
  },
];

export default function SettingsPage() {
  const { user } = useSession();
  const hasBilling = useHasBilling();
  const notice = useSearchParams()[0].get('notice');
  if (!user) return null;
  const shown = subjects.filter(({ id }) => hasBilling || id !== 'billing');
  return (
    <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
      <PageHead {...head} />
      <PageTitle title="Settings" />
      {notice && (
        <Suspense fallback={null}>
          <LinkOutcome word={notice} email={user.email} />
        </Suspense>
      )}
      <EmailTrouble />
      <div className="mt-5 mb-8">
        <SectionLinks sections={shown} />
      </div>
      {shown.map(({ content, ...subject }) => (
        <Section key={subject.id} {...subject}>
          {content(user)}
        </Section>
      ))}
    </div>
  );
}

type SectionLinksProps = { sections: readonly { id: string; title: string }[] };

export function SectionLinks({ sections }: SectionLinksProps) {
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          replace
          className="shrink-0 rounded-full border border-line bg-surface px-3 py-1.5 text-sm font-medium text-muted transition-colors hover:border-line-strong hover:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

export function NotificationSwitch({ user }: { user: User }) {
  const update = useUpdatePreferences();
  const id = useId();
  const wanted = update.isPending ? update.variables.emailNotifications : user.emailNotifications;
  return (
    <div className="flex items-center justify-between gap-6">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="font-medium">Email notifications</span>
        <span className="text-sm text-muted">
          New lists, the email with new agents, watched agents, free ZIP codes and your trial. Security and
          billing mails always come.
        </span>
      </label>
      <Switch
        id={id}
        checked={wanted}
        disabled={update.isPending}
        onCheckedChange={emailNotifications => update.mutate({ emailNotifications })}
      />
    </div>
  );
}
