import type { User } from '@closingwire/contracts/user';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ApiAccess } from './api/api-access.tsx';
import { head, linkNotices } from './copy.ts';
import { YourData } from './data/your-data.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { NotificationSwitch } from './notification-switch.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';
import { SectionLinks } from './section-links.tsx';
import { Security } from './security/security.tsx';

/** It brings the knowledge of all browsers along. */
const SessionList = lazy(() => import('./sessions/session-list.tsx'));

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
      <LinkOutcome />
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
function LinkOutcome() {
  const [search] = useSearchParams();
  const notice = linkNotices.get(search.get('notice') ?? '');
  return (
    notice && (
      <NoticeBox title={notice.title} className="mt-5">
        {notice.text}
      </NoticeBox>
    )
  );
}
