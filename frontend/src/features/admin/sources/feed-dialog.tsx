import { FIRST_PULL_DAYS } from '@closingwire/contracts/shown-limits';
import type { Source } from '@closingwire/contracts/sources';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { authLabels, feedCopy } from './copy.ts';
import { draftOf, type FeedForm, formOf, secretNeed, startsOver } from './feed-form.ts';
import { numberOf } from './number-of.ts';
import { isRefusedAs, useSaveFeed } from './queries.ts';

const check = lateResolver<FeedForm>(async () => (await import('./feed-schema.ts')).feedFormSchema);

/** All but the secret. */
const draftFields = [
  'url',
  'authKind',
  'tokenUrl',
  'clientId',
  'originatingSystem',
  'everyMinutes',
  'isPaused',
] as const;

type FeedDialogProps = { source: Source; onSaved: () => void; onClose: () => void };

/** Sets up the feed of a source, or changes it. */
export default function FeedDialog({ source, onSaved, onClose }: FeedDialogProps) {
  const { feed } = source;
  const save = useSaveFeed(source);
  const form = useLateForm(check, { defaultValues: formOf(feed) });
  const dropDraft = useDraft(form, { name: `feed:${source.id}`, fields: draftFields });
  const close = () => {
    dropDraft();
    onClose();
  };
  const refuse = () => form.setError('secret', { message: feedCopy.noSecret }, { shouldFocus: true });
  const submit = form.handleSubmit(values => {
    if (values.secret.trim() === '' && secretNeed(feed, values) !== 'stored') return refuse();
    return save.mutate(draftOf(values), {
      onSuccess: () => {
        onSaved();
        close();
      },
      onError: error => isRefusedAs(error, 'no_secret') && refuse(),
    });
  });
  return (
    <FormDialog
      wide
      onClose={close}
      form={form}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : 'Save Feed'}
      isDisabled={save.isPending}
      layout="grid gap-5 sm:grid-cols-2"
      title={feed ? 'Feed settings' : 'Set up the feed'}
      description={source.name}
    >
      <FeedFields form={form} source={source} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<FeedForm>; source: Source };

function FeedFields({ form, source: { feed } }: FieldsProps) {
  const values = useWatch({ control: form.control, compute: typed => typed });
  const isClient = values.authKind === 'client';
  return (
    <>
      <FormField
        form={form}
        name="url"
        label="Address"
        hint="The base of the RESO Web API; /Property is below it."
        className="sm:col-span-2"
      >
        {control => (
          <TextInput
            {...control}
            type="url"
            required
            maxLength={500}
            placeholder="https://api.example.com/reso/odata"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField form={form} name="authKind" label="Sign-in" className="sm:col-span-2">
        {control => (
          <NativeSelect {...control}>
            {Object.entries(authLabels).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      {isClient && <ClientFields form={form} />}
      <FormField
        form={form}
        name="secret"
        label={isClient ? 'Client secret' : 'Token'}
        hint={feedCopy.secret[secretNeed(feed, values)]}
        className="sm:col-span-2"
      >
        {control => <PasswordInput {...control} maxLength={4_000} autoComplete="new-password" />}
      </FormField>
      <PullFields form={form} />
      <Consequence isPaused={values.isPaused} startsOver={startsOver(feed, values)} />
    </>
  );
}

const ClientFields = ({ form }: Pick<FieldsProps, 'form'>) => (
  <>
    <FormField
      form={form}
      name="tokenUrl"
      label="Token address"
      hint="The product requests its token there, by OAuth 2 client credentials."
    >
      {control => <TextInput {...control} type="url" required maxLength={500} autoComplete="off" />}
    </FormField>
    <FormField form={form} name="clientId" label="Client ID">
      {control => <TextInput {...control} required maxLength={500} autoComplete="off" />}
    </FormField>
  </>
);

const PullFields = ({ form }: Pick<FieldsProps, 'form'>) => (
  <>
    <FormField
      form={form}
      name="originatingSystem"
      label="Originating system"
      hint="Pulls only its rows, by OriginatingSystemName. Some servers require it. Empty: all rows."
    >
      {control => <TextInput {...control} maxLength={200} autoComplete="off" />}
    </FormField>
    <FormField
      form={form}
      name="everyMinutes"
      rules={{ setValueAs: numberOf }}
      label="Minutes between pulls"
      hint="1 to 1,440."
      refusal="Please enter a whole number from 1 to 1,440"
    >
      {control => <TextInput {...control} type="number" inputMode="numeric" min={1} max={1_440} />}
    </FormField>
    <FormSwitch form={form} name="isPaused" label="Paused" className="sm:col-span-2" />
  </>
);

/** Says what saving does. */
const Consequence = (props: { isPaused: boolean; startsOver: boolean }) => (
  <div role="status" className="sm:col-span-2">
    <NoticeBox tone={props.startsOver ? 'caution' : 'neutral'} title="When you save">
      {props.isPaused ? 'It pulls nothing until you end the pause.' : 'It pulls at once.'}
      {props.startsOver &&
        ` Another address or originating system is pulled from its beginning: closings changed since ${FIRST_PULL_DAYS} days before the feed was added.`}
    </NoticeBox>
  </div>
);
