import { registrationFromUsd } from '@closingwire/contracts/prices';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { lateResolver } from '../../lib/late-resolver.ts';
import { dropFailure, notify } from '../../lib/notify.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useDraft } from '../../product/drafts.ts';
import { pricePerZip } from '../../product/price-per-zip.ts';
import { Form, useLateForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FullPageSpinner, Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { heads, registerCopy } from './copy.ts';
import { type Registration, useRegister } from './queries.ts';
import { companyFields, isComplete, userFields } from './registration.ts';
import { UserStep } from './user-step.tsx';

/** Lazy: most visitors of the page never come to these steps. */
const CompanyStep = lazy(() => import('./company-step.tsx'));
const CheckEmail = lazy(() => import('./check-email.tsx'));

const check = lateResolver<Registration>(async () => (await import('@closingwire/contracts/user')).signUp);

/** Fields that may be stored: never the password. */
const storedFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'industry',
  'companyName',
  'teamSize',
] as const;

type Sent = { sentTo?: string };

/**
 * Steps are history entries: step 2 is `?step=2`. The URL opens a step only after the one before it. A reload loses
 * the password, so it returns to step 1.
 */
function useSteps() {
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const [search] = useSearchParams();
  const [isFirstDone, setFirstDone] = useState(false);
  const isMounted = useMounted();
  const wanted = search.get('step');
  const { sentTo } = (state ?? {}) as Sent;
  // A prerendered document never shows step 3, because its URL had no query string at the build.
  const isSent = isMounted && wanted === '3' && sentTo !== undefined;
  const step: 1 | 2 = wanted === '2' && isFirstDone ? 2 : 1;
  const isUnreached = wanted !== null && !isSent && step === 1;
  useEffect(() => {
    if (isUnreached) navigate({ search: '' }, { replace: true });
  }, [isUnreached, navigate]);
  return {
    step,
    sentTo: isSent ? sentTo : null,
    toFirst: () => (key === 'default' ? navigate({ search: '' }, { replace: true }) : navigate(-1)),
    toSecond: () => {
      setFirstDone(true);
      navigate({ search: '?step=2' });
    },
    toSent: (email: string) => navigate({ search: '?step=3' }, { state: { sentTo: email } satisfies Sent }),
  };
}

export default function RegisterPage() {
  const { step, sentTo, toFirst, toSecond, toSent } = useSteps();
  const register = useRegister();
  const [wasTried, setTried] = useState(false);
  // Step 1 is validated without a submit; afterwards its fields are validated on change.
  const form = useLateForm(check, { mode: wasTried ? 'onChange' : 'onSubmit' });
  const dropDraft = useDraft(form, { name: 'register', fields: storedFields, isForVisitors: true });

  const goOn = async () => {
    setTried(true);
    if (!isComplete(form.getValues(), userFields)) notify({ ...registerCopy.incompleteUser, tone: 'danger' });
    if (!(await form.trigger([...userFields], { shouldFocus: true }))) return;
    dropFailure();
    toSecond();
  };
  const submit = form.handleSubmit(
    values =>
      register.mutate(values, {
        onSuccess: () => {
          dropDraft();
          dropFailure();
          toSent(values.email);
        },
      }),
    errors => {
      if (userFields.some(field => errors[field])) toFirst();
    },
  );
  const finish = () => {
    if (!isComplete(form.getValues(), companyFields))
      notify({ ...registerCopy.incompleteCompany, tone: 'danger' });
    return submit();
  };

  return (
    <>
      <PageHead {...heads.register} />
      {sentTo === null ? (
        <Steps current={step}>
          <FormProvider {...form}>
            <Form form={form} className="mt-6" onSubmit={step === 1 ? goOn : finish}>
              {step === 1 ? (
                <UserStep />
              ) : (
                <Suspense fallback={<Spinner className="w-full py-20" label="Loading the second step" />}>
                  <CompanyStep isPending={register.isPending} onBack={toFirst} />
                </Suspense>
              )}
            </Form>
          </FormProvider>
        </Steps>
      ) : (
        <Suspense fallback={<FullPageSpinner />}>
          <CheckEmail email={sentTo} registration={register.variables ?? null} />
        </Suspense>
      )}
    </>
  );
}

function Steps({ current, children }: { current: 1 | 2; children: ReactNode }) {
  return (
    <AuthFrame
      title="Start your free trial"
      lead={
        <>
          ZIP subscriptions from ${registrationFromUsd}/month after the trial. You pay {pricePerZip} a month
          for each ZIP code. Already a subscriber? <TextLink to="/auth">Sign in</TextLink>
        </>
      }
    >
      <StepMarks current={current} />
      {children}
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
