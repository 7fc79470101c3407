/** An address that its owner knows again and that tells nobody else: 'a•••@example.com'. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}•••${email.slice(at)}`;
}
