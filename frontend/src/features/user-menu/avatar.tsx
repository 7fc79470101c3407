import type { User } from '@closingwire/contracts/screen-api';

type Face = Pick<User, 'profileImageUrl' | 'firstName' | 'email'>;

/** The first letter of the first name, else of the email, else U. */
export const initialOf = ({ firstName, email }: Pick<User, 'firstName' | 'email'>): string =>
  ([...firstName.trim()][0] ?? [...email.trim()][0] ?? 'U').toUpperCase();

export function Avatar({ user }: { user: Face }) {
  return (
    <span className="grid size-9 place-items-center overflow-hidden rounded-full bg-accent text-sm font-bold text-on-accent">
      {user.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" className="size-full object-cover" />
      ) : (
        initialOf(user)
      )}
    </span>
  );
}
