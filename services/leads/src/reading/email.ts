const address = /^(?!\.|[^@]*\.@|.*\.\.)[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]?]+\.[^\s@"<>(),;:\\[\]?.]+$/;
const separators = /[\s,;|]+|\/(?=[^/]*@)/;
/** Signs around an address: `<a@example.com>`, `"a@example.com"`, `(a@example.com)`, a full stop at the end. */
const around = /^[<("'[{]+|[>)"'\]}.]+$/g;

/** Reads one or several addresses: `a@example.com; b@example.com`, `Jane Roe <a@example.com>`, `mailto:a@example.com`. */
export function parseEmails(text: string): string[] {
  if (address.test(text)) return [text];
  const pieces = text.split(separators).map(piece =>
    piece
      .replace(around, '')
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, ''),
  );
  return [...new Set(pieces.filter(piece => address.test(piece)))];
}
