import { useSession } from '../../lib/session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ApiAccess } from './api-access.tsx';
import { head } from './copy.ts';
import { NotificationSwitch } from './notification-switch.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';

export default function SettingsPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
      <PageHead {...head} />
      <PageTitle title="Settings" />
      <div className="mt-8">
        <Section id="profile" title="Profile" text="Who you are and how we reach you.">
          <ProfileForm user={user} />
        </Section>
        <Section id="notifications" title="Email notifications" text="What lands in your inbox.">
          <NotificationSwitch user={user} />
        </Section>
        <Section id="api" title="API access" text="Pull your closings into your own tools.">
          <ApiAccess userId={user.id} />
        </Section>
      </div>
    </div>
  );
}
