import { MAX_CHECKED_ZIPS } from '@closingwire/contracts/shown-limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { client } from '../../../product/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import type { Order } from '../use-order.ts';
import { readFileText } from './file-text.ts';
import { freeZips, namesOf, otherGroups, zipsText } from './groups.ts';
import { type ReadCodes, readCodes } from './read-codes.ts';

/** More is no list of ZIPs. */
const MAX_FILE_BYTES = 2_000_000;

type PasteDialogProps = { order: Order; onClose: () => void };

/** Puts the free ZIPs of a pasted or chosen list into the order. */
export default function PasteDialog({ order, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const check = useMutation({
    mutationFn: async (read: ReadCodes) => ({
      read,
      ...(await client.catalog.checkZips({ zipCodes: read.zipCodes.slice(0, MAX_CHECKED_ZIPS) })),
    }),
    onError: error => setProblem(messageOf(error, 'The codes could not be checked. Please try again.')),
  });
  const submit = (pasted: string) => {
    setText(pasted);
    setProblem('');
    const read = readCodes(pasted);
    if (read.zipCodes.length > 0) return check.mutate(read);
    const [first] = read.unreadable;
    setProblem(`Expected ZIP codes of 5 digits; got ${first ? `'${first.slice(0, 40)}'` : 'none'}.`);
  };
  const choose = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) return setProblem('Expected a text or CSV file of at most 2 MB.');
    const read = readFileText(new Uint8Array(await file.arrayBuffer()));
    if ('problem' in read) return setProblem(read.problem);
    submit(read.text);
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Paste ZIP Codes"
      description="A column of a spreadsheet, a list with commas, or a file. The next step says which are free."
      footer={
        check.data ? (
          <Outcome checked={check.data} order={order} onClose={onClose} onBack={check.reset} />
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="accent" disabled={check.isPending} onClick={() => submit(text)}>
              {check.isPending ? 'Checking...' : 'Check the codes'}
            </Button>
          </>
        )
      }
    >
      {check.data ? (
        <Groups checked={check.data} order={order} />
      ) : (
        <div className="grid gap-5">
          <Field label="ZIP codes" error={problem}>
            {control => (
              <TextArea
                {...control}
                rows={6}
                placeholder="98030, 98031, 98032"
                value={text}
                onChange={event => setText(event.target.value)}
              />
            )}
          </Field>
          <FileDrop
            label="Choose a text or CSV file"
            accept=".txt,.csv,text/plain,text/csv"
            onFile={file => void choose(file)}
          />
        </div>
      )}
    </Dialog>
  );
}

type Checked = { read: ReadCodes } & Awaited<ReturnType<typeof client.catalog.checkZips>>;

const forGroups = ({ read, zipCodes: zips }: Checked, order: Order) => ({
  read,
  zips,
  ordered: new Set(order.items.map(({ zipCode }) => zipCode)),
});

function Groups({ checked, order }: { checked: Checked; order: Order }) {
  const groups = forGroups(checked, order);
  const { fit } = freeZips(groups);
  const { repeated } = checked.read;
  return (
    <div className="grid gap-4">
      <div role="status">
        <NoticeBox title={`${zipsText(fit.length)} free`}>
          {fit.length > 0
            ? 'Add them to your order. Nothing is bought yet.'
            : 'None of these can join your order; the groups below say why.'}
        </NoticeBox>
      </div>
      {fit.length > 0 && <AllCodes title="Free" codes={fit.map(({ zipCode }) => zipCode)} />}
      {otherGroups(groups).map(({ title, text, codes }) => (
        <section key={title} className="grid gap-0.5 border-t border-line pt-3 text-sm">
          <h3 className="font-semibold">{title}</h3>
          <p>{text}</p>
          <AllCodes title={title} codes={codes} />
        </section>
      ))}
      {repeated > 0 && (
        <p className="text-sm text-muted">{`${repeated.toLocaleString('en-US')} repeated; each counts once.`}</p>
      )}
    </div>
  );
}

/** Shows the first codes of a group; once opened, all of them to copy. */
const AllCodes = ({ title, codes }: { title: string; codes: readonly string[] }) => (
  <details className="text-sm">
    <summary className="cursor-pointer break-words text-muted tabular-nums pointer-coarse:py-2">
      {namesOf(codes)}
    </summary>
    <div className="pt-2">
      <CopyField
        isLong
        label={`${title}: all codes`}
        value={codes.join(', ')}
        copied={`${codes.length.toLocaleString('en-US')} ${codes.length === 1 ? 'code is' : 'codes are'} in the clipboard.`}
      />
    </div>
  </details>
);

type OutcomeProps = { checked: Checked; order: Order; onClose: () => void; onBack: () => void };

function Outcome({ checked, order, onClose, onBack }: OutcomeProps) {
  const { fit } = freeZips(forGroups(checked, order));
  const add = () => {
    order.addAll(fit.map(zip => ({ ...zip, id: zip.zipCode })));
    notify({ tone: 'positive', title: `${zipsText(fit.length)} added to your order` });
    onClose();
  };
  return (
    <>
      <Button onClick={onBack}>Back</Button>
      <Button tone="accent" disabled={fit.length === 0} onClick={add}>
        {`Add ${fit.length.toLocaleString('en-US')} free`}
      </Button>
    </>
  );
}
