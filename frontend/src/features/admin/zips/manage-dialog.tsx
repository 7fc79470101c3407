import type { ZipHolder } from '@closingwire/contracts/catalog';
import type { AdminZip } from '@closingwire/contracts/screen-api';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatInstant } from '../../../lib/dates.ts';
import { notify } from '../../../lib/notify.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form, FormField } from '../../../ui/form.tsx';
import { CustomerLink } from '../customer/customer-link.tsx';
import { chargedPrice, priceNoteHint, zipCopy } from './copy.ts';
import { priceOf } from './price-of.ts';
import { useAssignZip, useSetPriceNote } from './queries.ts';
import { Unassign } from './unassign.tsx';
import { UserChoice } from './user-choice.tsx';

export default function ManageDialog({ zip, onClose }: { zip: AdminZip; onClose: () => void }) {
  const form = useId();
  const [userId, setUserId] = useState<string | null>(null);
  const assign = useAssignZip();
  const submit = () => {
    if (!userId) return notify({ title: zipCopy.noUserChosen, tone: 'danger' });
    return assign.mutate({ userId, zipCodeId: zip.id }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`Manage ${zip.zipCode}`}
      description={`${zip.city}, ${zip.state}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} tone="accent" disabled={assign.isPending}>
            {assign.isPending ? 'Assigning...' : 'Assign ZIP Code'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <Section title="Claimed by">
          {zip.claims.length === 0 ? (
            <p className="text-sm text-muted">Nobody. Every industry can have this ZIP code.</p>
          ) : (
            <ul className="divide-y divide-line rounded-xl border border-line">
              {zip.claims.map(claim => (
                <Holder key={claim.industry} zip={zip} claim={claim} />
              ))}
            </ul>
          )}
        </Section>
        <Section title="Assign to a user">
          <p className="-mt-1 text-sm text-muted">
            Free of charge for the user, with leads at once. The user gets an email that says so, unless they
            turned emails off. Only active users of an industry without a claim are listed.
          </p>
          <Form id={form} onSubmit={submit}>
            <UserChoice zip={zip} userId={userId} onChoose={setUserId} />
          </Form>
        </Section>
        <PriceNote zip={zip} />
      </div>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Holder({ zip, claim }: { zip: AdminZip; claim: ZipHolder }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <CustomerLink userId={claim.userId} className="font-semibold">
          {claim.name || claim.email || 'Unknown user'}
        </CustomerLink>{' '}
        <span className="text-muted">{claim.name && claim.email}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Badge>{claim.industry}</Badge>
        {standingOf(claim)}
        {claim.state === 'confirmed' && (
          <Unassign
            zipCode={zip.zipCode}
            place={`${zip.city}, ${zip.state}`}
            userId={claim.userId}
            name={claim.name || claim.email || 'the user'}
          />
        )}
      </span>
    </li>
  );
}

function standingOf({ state, assignedBy, claimedAt }: ZipHolder): string {
  if (state === 'held') return 'Ordering now';
  const how = assignedBy === 'admin' ? 'Assigned' : 'Subscribed';
  return `${how} ${formatInstant(claimedAt)}`;
}

/** The price note is charged nowhere. */
export function PriceNote({ zip }: { zip: AdminZip }) {
  const form = useForm({ defaultValues: { price: String(zip.price) } });
  const save = useSetPriceNote(zip);
  const submit = form.handleSubmit(({ price }) =>
    save.mutate(priceOf(price), {
      onSettled: after => form.reset({ price: String(after?.price ?? zip.price) }),
    }),
  );
  return (
    <Form className="flex items-start gap-3" onSubmit={submit}>
      <FormField
        form={form}
        name="price"
        label="Price note"
        hint={`${priceNoteHint} What is charged is ${chargedPrice}.`}
        className="flex-1"
      >
        {control => <TextInput {...control} inputMode="numeric" autoComplete="off" maxLength={7} />}
      </FormField>
      <Button type="submit" className="mt-6.5" disabled={save.isPending}>
        Save Note
      </Button>
    </Form>
  );
}
