import type { Source } from '@closingwire/contracts/sources';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { kindLabels, labelsOfUses, lastDayHint, sourcesCopy } from './copy.ts';
import { changesClosings, effectsOf, hidesClosings } from './license-effects.ts';
import { numberOf } from './number-of.ts';
import { isRefusedAs, useClosingsOf, useSaveSource } from './queries.ts';
import { blank, formOf, licenseOf, type SourceForm, uses } from './source-form.ts';
import { StatesField } from './states-field.tsx';
import { effectOfTrust } from './trust-effect.ts';

const check = lateResolver<SourceForm>(async () => (await import('./source-schema.ts')).sourceFormSchema);
const fields = Object.keys(blank) as (keyof SourceForm)[];

type SourceDialogProps = { source?: Source; sources: readonly Source[]; onClose: () => void };

/** Adds a source or changes its license. The effects of a change are shown before it is saved. */
export default function SourceDialog({ source, sources, onClose }: SourceDialogProps) {
  const save = useSaveSource(source);
  const form = useLateForm(check, { defaultValues: source ? formOf(source) : blank });
  const dropDraft = useDraft(form, { name: `source:${source?.id ?? 'new'}`, fields });
  const close = () => {
    dropDraft();
    onClose();
  };
  const typed = licenseOf(useWatch({ control: form.control, compute: values => values }), source);
  const now = new Date();
  const counted = useClosingsOf(source, source !== undefined && changesClosings(source, typed, now)).data;
  const submit = form.handleSubmit(values =>
    save.mutate(
      { ...licenseOf(values, source), kind: values.kind },
      {
        onSuccess: close,
        onError: error => {
          if (!isRefusedAs(error, 'source_exists')) return;
          form.setError('name', { message: messageOf(error, '') }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <FormDialog
      wide
      onClose={close}
      form={form}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : actionOf(source, hidesClosings(source, typed, now))}
      isDisabled={save.isPending}
      layout="grid gap-5 sm:grid-cols-2"
      title={source ? 'Edit source' : 'Add a source'}
      description={source ? kindLabels[source.kind] : 'Its license decides where its closings are shown.'}
    >
      <SourceFields form={form} isNew={source === undefined} />
      <Effects
        effects={[
          ...effectsOf(source, typed, now, counted),
          effectOfTrust(source, typed.trust, sources),
        ].filter(Boolean)}
      />
    </FormDialog>
  );
}

/** Names the loss on the button: the effects may be out of sight on a phone. */
function actionOf(source: Source | undefined, isHiding: boolean): string {
  if (!source) return sourcesCopy.add;
  return isHiding ? 'Save and Hide Closings' : 'Save Changes';
}

type FieldsProps = { form: UseFormReturn<SourceForm> };

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

function SourceFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <>
      <FormField form={form} name="name" label="Name" className={isNew ? '' : 'sm:col-span-2'}>
        {control => <TextInput {...control} required maxLength={100} autoComplete="off" />}
      </FormField>
      {isNew && (
        <FormField form={form} name="kind" label="How it delivers">
          {control => (
            <NativeSelect {...control}>
              {Object.entries(kindLabels).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      )}
      <FormField form={form} name="license" label="License" hint="Its name, number or address.">
        {control => <TextInput {...control} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="contact" label="Contact" hint="The person or office to ask.">
        {control => <TextInput {...control} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="lastDay" label="Last day" hint={lastDayHint(timeZone)}>
        {control => <TextInput {...control} type="date" max="9999-12-30" />}
      </FormField>
      <FormField
        form={form}
        name="trust"
        rules={{ setValueAs: numberOf }}
        label="Trust"
        hint={sourcesCopy.trust}
        refusal={sourcesCopy.trustRefused}
      >
        {control => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            className="sm:max-w-32"
          />
        )}
      </FormField>
      <Controller
        control={form.control}
        name="states"
        render={({ field: { value, onChange } }) => <StatesField text={value} onText={onChange} />}
      />
      <UseFields form={form} />
    </>
  );
}

const UseFields = ({ form }: FieldsProps) => (
  <fieldset className="grid gap-3 rounded-xl border border-line p-4 sm:col-span-2">
    <legend className="px-1 text-sm font-medium">Uses that the license permits</legend>
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
      {uses.map(use => (
        <FormSwitch key={use} form={form} name={use} label={labelsOfUses[use]} />
      ))}
    </div>
    <FormSwitch
      form={form}
      name="mustBeNamed"
      label={sourcesCopy.mustBeNamed}
      className="border-t border-line pt-3"
    />
  </fieldset>
);

const Effects = ({ effects }: { effects: readonly string[] }) => (
  <div role="status" className="sticky bottom-0 sm:col-span-2">
    {effects.length > 0 && (
      <NoticeBox tone="caution" title="When you save">
        <ul className="grid gap-1">
          {effects.map(effect => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </NoticeBox>
    )}
  </div>
);
