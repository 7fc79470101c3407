import type { articleDraft } from '@closingwire/contracts/content';
import { articleCategories } from '@closingwire/contracts/reference';
import type { AdminArticle } from '@closingwire/contracts/screen-api';
import type { z } from 'zod';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { notify } from '../../../lib/notify.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextArea, TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { articlesCopy } from './copy.ts';
import { useSaveArticle } from './queries.ts';

type Draft = z.input<typeof articleDraft>;

const check = lateResolver<Draft>(async () => (await import('@closingwire/contracts/content')).articleDraft);

const draftOf = ({ question, answer, category, isPublished }: AdminArticle): Draft => ({
  question,
  answer,
  category: category as Draft['category'],
  isPublished,
});

const storedFields = ['question', 'answer', 'category', 'isPublished'] as const;

export function ArticleDialog({ article, onClose }: { article?: AdminArticle; onClose: () => void }) {
  const form = useLateForm(check, { defaultValues: article ? draftOf(article) : { isPublished: false } });
  const dropDraft = useDraft(form, { name: `article:${article?.id ?? 'new'}`, fields: storedFields });
  const close = () => {
    dropDraft();
    onClose();
  };
  const save = useSaveArticle(article);
  const submit = form.handleSubmit(
    draft => save.mutate(draft, { onSuccess: close }),
    () => notify({ title: articlesCopy.missingFields, tone: 'danger' }),
  );
  return (
    <FormDialog
      wide
      onClose={close}
      form={form}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : article ? 'Save Changes' : 'Create Article'}
      isDisabled={save.isPending}
      title={article ? 'Edit Help Article' : 'New Help Article'}
    >
      <FormField form={form} name="question" label="Question" refusal="">
        {control => <TextInput {...control} required maxLength={500} />}
      </FormField>
      <FormField form={form} name="answer" label="Answer" hint="Each line is a paragraph." refusal="">
        {control => <TextArea {...control} required rows={8} maxLength={20_000} />}
      </FormField>
      <FormField form={form} name="category" label="Category" refusal="">
        {control => (
          <NativeSelect {...control} required>
            <option value="">Choose a category</option>
            {articleCategories.map(category => (
              <option key={category}>{category}</option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <FormSwitch form={form} name="isPublished" label="Published" />
    </FormDialog>
  );
}
