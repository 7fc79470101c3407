import { registrationFromUsd } from '@closingwire/contracts/prices';
import clsx from 'clsx';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { lateResolver } from '../../lib/late-resolver.ts';
import { notify } from '../../lib/notify.ts';
import { Form, useLateForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CheckEmail } from './check-email.tsx';
import { CompanyStep } from './company-step.tsx';
import { heads, registerCopy } from './copy.ts';
import { type Registration, useRegister } from './queries.ts';
import { companyFields, isComplete, userFields } from './registration.ts';
import { UserStep } from './user-step.tsx';

const check = lateResolver<Registration>(async () => (await import('@closingwire/contracts/user')).signUp);

export default function RegisterPage() {
  const [sent, setSent] = useState<Registration | null>(null);
  return (
    <>
      <PageHead {...heads.register} />
      {sent ? <CheckEmail registration={sent} /> : <RegisterForm onRegistered={setSent} />}
    </>
  );
}

function RegisterForm({ onRegistered }: { onRegistered: (registration: Registration) => void }) {
  const [step, setStep] = useState<1 | 2>(1);
  const register = useRegister();
  const [wasTried, setTried] = useState(false);
  // The first step is checked without being sent: from then on its fields are checked as they change.
  const form = useLateForm(check, { mode: wasTried ? 'onChange' : 'onSubmit' });

  const goOn = async () => {
    setTried(true);
    if (!isComplete(form.getValues(), userFields)) notify({ ...registerCopy.incompleteUser, tone: 'danger' });
    if (await form.trigger([...userFields], { shouldFocus: true })) setStep(2);
  };
  const submit = form.handleSubmit(
    values => register.mutate(values, { onSuccess: () => onRegistered(values) }),
    errors => {
      if (userFields.some(field => errors[field])) setStep(1);
    },
  );
  const finish = () => {
    if (!isComplete(form.getValues(), companyFields))
      notify({ ...registerCopy.incompleteCompany, tone: 'danger' });
    return submit();
  };

  return (
    <AuthFrame
      title="Start your free trial"
      lead={
        <>
          ZIP subscriptions from ${registrationFromUsd}/month after the trial. Already a subscriber?{' '}
          <TextLink to="/auth">Sign in</TextLink>
        </>
      }
    >
      <StepMarks current={step} />
      <FormProvider {...form}>
        <Form form={form} className="mt-6" onSubmit={step === 1 ? goOn : finish}>
          {step === 1 ? (
            <UserStep />
          ) : (
            <CompanyStep isPending={register.isPending} onBack={() => setStep(1)} />
          )}
        </Form>
      </FormProvider>
    </AuthFrame>
  );
}

const steps = ['About you', 'Your company'];

export function StepMarks({ current }: { current: 1 | 2 }) {
  return (
    <ol aria-label="Steps" className="grid grid-cols-2 gap-3">
      {steps.map((label, index) => (
        <li
          key={label}
          {...(current === index + 1 && { 'aria-current': 'step' as const })}
          className={clsx(
            'border-t-4 pt-2 text-sm font-medium',
            current >= index + 1 ? 'border-accent text-ink' : 'border-line text-muted',
          )}
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  );
}
