import { type AdminArticle, type ArticleDraft, articleDraft } from '@closingwire/contracts/content';
import { articleCategories } from '@closingwire/contracts/reference';
import { useId, useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { Field, TextArea, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { articlesCopy } from './copy.ts';
import { useSaveArticle } from './queries.ts';

type Form = Omit<ArticleDraft, 'category'> & { category: string };

const blank: Form = { question: '', answer: '', category: '', isPublished: false };

/** Writes a new article, or changes one. */
export function ArticleDialog({ article, onClose }: { article?: AdminArticle; onClose: () => void }) {
  const [form, setForm] = useState<Form>(article ?? blank);
  const save = useSaveArticle(article);
  const submit = () => {
    const draft = articleDraft.safeParse(form);
    if (!draft.success) return notify({ title: articlesCopy.missingFields, tone: 'danger' });
    return save.mutate(draft.data, { onSuccess: onClose });
  };
  return (
    <FormDialog
      wide
      onClose={onClose}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : article ? 'Save Changes' : 'Create Article'}
      isDisabled={save.isPending}
      title={article ? 'Edit Help Article' : 'New Help Article'}
    >
      <ArticleFields form={form} onChange={change => setForm({ ...form, ...change })} />
    </FormDialog>
  );
}

type ArticleFieldsProps = { form: Form; onChange: (change: Partial<Form>) => void };

function ArticleFields({ form, onChange }: ArticleFieldsProps) {
  const switchId = useId();
  return (
    <>
      <Field label="Question">
        {control => (
          <TextInput
            {...control}
            required
            maxLength={500}
            value={form.question}
            onChange={event => onChange({ question: event.target.value })}
          />
        )}
      </Field>
      <Field label="Answer" hint="An empty line begins a new paragraph.">
        {control => (
          <TextArea
            {...control}
            required
            rows={8}
            maxLength={20_000}
            value={form.answer}
            onChange={event => onChange({ answer: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category">
        {control => (
          <NativeSelect
            {...control}
            required
            value={form.category}
            onChange={event => onChange({ category: event.target.value })}
          >
            <option value="">Choose a category</option>
            {articleCategories.map(category => (
              <option key={category}>{category}</option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="flex items-center justify-between gap-6">
        <label htmlFor={switchId} className="text-sm font-medium">
          Published
        </label>
        <Switch
          id={switchId}
          checked={form.isPublished}
          onCheckedChange={isPublished => onChange({ isPublished })}
        />
      </div>
    </>
  );
}
