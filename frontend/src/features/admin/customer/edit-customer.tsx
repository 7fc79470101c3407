import type { User } from '@closingwire/contracts/screen-api';
import { EditUserDialog } from '../users/edit-user-dialog.tsx';
import { useMarks } from '../users/marks.tsx';

/** The dialog of the users' table. */
export default function EditCustomer({ user, onClose }: { user: User; onClose: () => void }) {
  const marks = useMarks([user]);
  return <EditUserDialog user={user} mark={marks.get(user.id)} onClose={onClose} />;
}
