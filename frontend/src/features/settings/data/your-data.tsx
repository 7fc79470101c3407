import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useExportAccount } from './queries.ts';

export function YourData() {
  const [isDeleting, setDeleting] = useState(false);
  const download = useExportAccount();
  return (
    <>
      <ul className="divide-y divide-line">
        <li className="pb-5">
          <SettingRow
            icon={<Download aria-hidden />}
            title="Take it with you"
            actions={
              <Button disabled={download.isPending} onClick={() => download.mutate()}>
                {download.isPending ? 'Collecting...' : 'Download my data'}
              </Button>
            }
          >
            Everything we keep about you, from profile to mails, as one JSON file.
          </SettingRow>
        </li>
        <li className="pt-5">
          <SettingRow
            icon={<Trash2 aria-hidden />}
            title="Leave for good"
            actions={
              <Button tone="danger" onClick={() => setDeleting(true)}>
                Delete account
              </Button>
            }
          >
            Ends your subscriptions and removes your data. It cannot be undone.
          </SettingRow>
        </li>
      </ul>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}
