import type { User } from '@closingwire/contracts/user';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ApiAccess } from './api/api-access.tsx';
import { emailChangedCopy, head, linkNotices } from './copy.ts';
import { YourData } from './data/your-data.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { NotificationSwitch } from './notification-switch.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';
import { SectionLinks } from './section-links.tsx';
import { Security } from './security/security.tsx';

/** It brings the knowledge of all browsers along. */
const SessionList = lazy(() => import('./sessions/session-list.tsx'));

/** There is an address to read. */
const EMAIL_CHANGED_MS = 8000;

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
    content: user => <NotificationSwitch user={user} />,
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
  if (!user) return null;
  return (
    <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
      <PageHead {...head} />
      <PageTitle title="Settings" />
      <LinkOutcome email={user.email} />
      <div className="mt-5 mb-8">
        <SectionLinks sections={subjects} />
      </div>
      {subjects.map(({ content, ...subject }) => (
        <Section key={subject.id} {...subject}>
          {content(user)}
        </Section>
      ))}
    </div>
  );
}

/** What became of the mailed link that led here. Only known words: an address cannot put its own on the page. */
function LinkOutcome({ email }: { email: string }) {
  const [search] = useSearchParams();
  const word = search.get('notice') ?? '';
  useEmailChanged(word === 'email-changed', email);
  const notice = linkNotices.get(word);
  return (
    notice && (
      <NoticeBox title={notice.title} className="mt-5">
        {notice.text}
      </NoticeBox>
    )
  );
}

/** Says once that a change of address is complete: the address then loses its parameter. */
function useEmailChanged(isChanged: boolean, email: string): void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (!isChanged) return;
    notify({ ...emailChangedCopy(email), tone: 'positive', durationMs: EMAIL_CHANGED_MS });
    navigate({ pathname, hash }, { replace: true });
  }, [isChanged, email, navigate, pathname, hash]);
}
