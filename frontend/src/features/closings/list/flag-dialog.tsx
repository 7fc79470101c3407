import type { Closing } from '@closingwire/contracts/lead';
import { useForm } from 'react-hook-form';
import { notify } from '../../../lib/notify.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextArea } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { flagCopy } from '../copy.ts';
import { useFlagLead } from '../queries.ts';
import { FlagMark } from './flag-mark.tsx';

export default function FlagDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const form = useForm({ defaultValues: { note: '' } });
  const dropDraft = useDraft(form, { name: `flag:${closing.id}`, fields: ['note'] });
  const close = () => {
    dropDraft();
    onClose();
  };
  const flag = useFlagLead();
  const submit = form.handleSubmit(({ note }) => {
    if (note.trim() === '') return notify({ ...flagCopy.missingNote, tone: 'danger' });
    flag.mutate({ agentId: closing.id, note: note.trim() }, { onSuccess: close });
  });
  return (
    <FormDialog
      onClose={close}
      onSubmit={submit}
      action={flag.isPending ? 'Submitting...' : 'Submit Flag'}
      isDisabled={flag.isPending}
      title="Flag this lead"
      description={`Tell us what is wrong with the data of ${closing.fullName}.`}
    >
      <FlagMark closingId={closing.id} isWhole />
      <FormField form={form} name="note" label="What is wrong?">
        {control => (
          <TextArea
            {...control}
            maxLength={2000}
            placeholder="For example: the phone number is out of service."
          />
        )}
      </FormField>
    </FormDialog>
  );
}
