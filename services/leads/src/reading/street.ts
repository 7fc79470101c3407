type Place = { city: string; state: string; zipCode: string };

const countries: ReadonlySet<string> = new Set(['usa', 'us', 'united states']);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\.|-\d{4}$/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Removes city, state and ZIP code behind a street: `12 Elm St, Kent, WA 98030` is `12 Elm St`. */
export function streetOf(address: string, { city, state, zipCode }: Place): string {
  if (!address.includes(',') && !address.includes(zipCode)) return address;
  const [of, at] = [plain(city), state.toLowerCase()];
  const ends = new Set([of, at, zipCode, `${of} ${at}`, `${at} ${zipCode}`, `${of} ${at} ${zipCode}`]);
  const parts = address.split(',');
  while (parts.length > 1) {
    const last = plain(parts.at(-1) ?? '');
    if (last !== '' && !ends.has(last) && !countries.has(last)) break;
    parts.pop();
  }
  const words = parts.join(',').trimEnd().split(' ');
  const end = `${of} ${at} ${zipCode}`.split(' ');
  const isBehind = words.slice(-end.length).map(plain).join(' ') === end.join(' ');
  const street = (isBehind ? words.slice(0, -end.length) : words).join(' ');
  return /\d/.test(street) && street.includes(' ') ? street : address;
}
