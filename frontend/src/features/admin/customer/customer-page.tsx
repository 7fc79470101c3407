import type { User } from '@closingwire/contracts/screen-api';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { api } from '../../../product/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { CardFacts } from '../row-list.tsx';
import { nameOf } from '../users/name-of.ts';
import { KeysSection, SessionsSection } from './access-section.tsx';
import { AuditSection, DeliveriesSection, FlagsSection, MailsSection } from './activity-sections.tsx';
import { useReadZipsAgain } from './assign-zip.tsx';
import { ListsSection } from './lists-section.tsx';
import { MoneySection, ZipsSection } from './money-section.tsx';
import { useCustomer } from './queries.ts';

const EditCustomer = lazy(() => import('./edit-customer.tsx'));

type Customer = { user: User; emailConfirmedAt: string | null; lastSignInAt: string | null };

/** All that the services know about one user. Each section loads and fails by itself. */
export default function CustomerPage() {
  const { userId = '' } = useParams();
  const customer = useCustomer(userId);
  const title = customer.data ? nameOf(customer.data.user) : 'Customer';
  return (
    <>
      <PageHead
        title={`${title} | ClosingWire`}
        description="The ZIP codes, lists, emails, payments and sessions of one user."
        keywords="admin"
        path={`/admin/users/${userId}`}
        isListed={false}
      />
      <div className="mx-auto grid max-w-7xl gap-6 px-4 py-10 sm:px-6">
        <PageTitle
          title={title}
          actions={
            <>
              <ButtonLink to="/admin?tab=users">
                <ArrowLeft aria-hidden /> Users
              </ButtonLink>
              {customer.data && <Edit user={customer.data.user} />}
            </>
          }
        />
        <Loaded
          query={customer}
          loading="Loading the user"
          failed="The user could not be loaded"
          spinnerClassName="py-10"
        >
          {found => <Facts {...found} />}
        </Loaded>
        <ListsSection userId={userId} />
        <div className="grid gap-6 lg:grid-cols-2">
          <ZipsSection userId={userId} />
          <MoneySection userId={userId} />
          <DeliveriesSection userId={userId} />
          <MailsSection
            userId={userId}
            email={customer.data?.user.email ?? ''}
            getsNotices={customer.data?.user.emailNotifications}
          />
          <FlagsSection userId={userId} />
          <SessionsSection userId={userId} />
          <KeysSection userId={userId} />
          <AuditSection userId={userId} />
        </div>
      </div>
    </>
  );
}

const Facts = ({ user, emailConfirmedAt, lastSignInAt }: Customer) => (
  <CardFacts
    className="text-sm wrap-anywhere"
    facts={{
      Email: emailConfirmedAt === null ? `${user.email} (not confirmed)` : user.email,
      Phone: user.phone,
      Company: [user.companyName, user.industry, user.teamSize].filter(Boolean).join(' · '),
      Status: user.status === 'active' ? 'Active' : 'Suspended',
      Role: user.isAdmin ? 'Admin' : null,
      'Last sign-in': lastSignInAt === null ? 'Never' : formatInstant(lastSignInAt),
      'User ID': user.id,
    }}
  />
);

function Edit({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const readAgain = useReadZipsAgain();
  const close = () => {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: api.auth.readCustomer.key() });
    readAgain();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Suspense fallback={null}>{isOpen && <EditCustomer user={user} onClose={close} />}</Suspense>
    </>
  );
}
