import type { TodaySide, TodaySort } from '@closingwire/contracts/today-names';
import type { View } from '@closingwire/contracts/views';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { ZipBoxes } from '../filters/zip-boxes.tsx';
import type { TodayState } from './use-today-state.ts';
import { useDeleteView, usePutView, useSetStart } from './view-queries.ts';

const sortLabels: Record<TodaySort, string> = {
  reason: 'Best reason first',
  newest: 'Newest first',
  deals: 'Most deals',
  total: 'Highest sum',
  name: 'Name',
  brokerage: 'Brokerage',
};

const sideLabels: Record<TodaySide, string> = { buyer: "Buyer's side", seller: "Seller's side" };

type OptionsProps = { state: TodayState; views: readonly View[]; zipCodes: readonly string[] };

/** Sort, side, ZIPs and the saved views of Today. */
export default function Options({ state, views, zipCodes }: OptionsProps) {
  return (
    <section
      aria-label="Sort and filter agents"
      className="grid gap-5 rounded-xl bg-sunken p-4 lg:col-span-full lg:grid-cols-[14rem_1fr_18rem]"
    >
      <div className="grid content-start gap-3">
        <Field label="Sort agents">
          {control => (
            <NativeSelect
              {...control}
              value={state.choice.sort}
              onChange={event => state.choose({ sort: event.target.value as TodaySort })}
            >
              <LabelOptions labels={sortLabels} />
            </NativeSelect>
          )}
        </Field>
        <Field label="Side of the deals">
          {control => (
            <NativeSelect
              {...control}
              value={state.choice.side ?? ''}
              onChange={event => state.choose({ side: (event.target.value || null) as TodaySide | null })}
            >
              <option value="">Any side</option>
              <LabelOptions labels={sideLabels} />
            </NativeSelect>
          )}
        </Field>
      </div>
      <ZipBoxes zipCodes={zipCodes} chosen={state.choice.zips} onChange={zips => state.choose({ zips })} />
      {state.view ? <OpenView view={state.view} /> : <NewView state={state} views={views} />}
    </section>
  );
}

function LabelOptions({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Saves what is shown under a name. The name of a view replaces that view, which keeps its exports. */
function NewView({ state, views }: Pick<OptionsProps, 'state' | 'views'>) {
  const [name, setName] = useState('');
  const put = usePutView();
  const { choice } = state;
  const named = views.find(each => each.name.toLowerCase() === name.trim().toLowerCase());
  const view = {
    ...{ id: named?.id ?? crypto.randomUUID(), name: name.trim(), isStart: named?.isStart ?? false },
    ...{ sort: choice.sort, search: choice.search, zips: [...choice.zips], side: choice.side },
  };
  return (
    <Form
      className="flex items-end gap-2 self-start"
      onSubmit={() => view.name && put.mutate(view, { onSuccess: saved => state.openView(saved) })}
    >
      <Field label="Save as a view">
        {control => (
          <TextInput
            {...control}
            maxLength={40}
            placeholder={views.length === 0 ? 'Such as Austin' : ''}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="ink" disabled={view.name === '' || put.isPending}>
        {named ? 'Replace' : 'Save'}
      </Button>
    </Form>
  );
}

function OpenView({ view }: { view: View }) {
  const start = useSetStart();
  const remove = useDeleteView();
  return (
    <div className="grid content-start gap-2">
      <p className="text-sm font-medium break-words">{`View: ${view.name}`}</p>
      <label className="flex h-8 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-ink"
          checked={view.isStart}
          aria-busy={start.isPending}
          onChange={() => {
            if (!start.isPending) start.mutate({ id: view.id, isStart: !view.isStart });
          }}
        />
        Open Today with this view
      </label>
      <Button
        size="sm"
        tone="danger"
        className="justify-self-start"
        disabled={remove.isPending}
        onClick={() => remove.mutate(view)}
      >
        <Trash2 aria-hidden /> Delete the view
      </Button>
    </div>
  );
}
