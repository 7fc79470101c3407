type Place = { city: string; state: string; zipCode: string };

const countries: ReadonlySet<string> = new Set(['usa', 'us', 'united states']);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\.|-\d{4}$/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Removes the last words if they are these. */
function without(words: readonly string[], last: string): readonly string[] {
  const count = last.split(' ').length;
  return words.slice(-count).map(plain).join(' ') === last ? words.slice(0, -count) : words;
}

/** Removes city, state and ZIP code behind a street: `12 Elm St, Kent, WA 98030` is `12 Elm St`. */
export function streetOf(address: string, place: Place): string {
  const { zipCode } = place;
  if (!address.includes(',') && !address.includes(zipCode)) return address;
  const [city, state] = [plain(place.city), place.state.toLowerCase()];
  const withState = new Set([
    state,
    `${city} ${state}`,
    `${state} ${zipCode}`,
    `${city} ${state} ${zipCode}`,
  ]);
  const parts = address.split(',');
  const all = parts.length;
  // A direction can look like a state: NE.
  let hasState = false;
  while (parts.length > 1) {
    const last = plain(parts.at(-1) ?? '');
    const isState: boolean = !hasState && withState.has(last);
    if (!isState && last !== '' && last !== city && last !== zipCode && !countries.has(last)) break;
    hasState ||= isState;
    parts.pop();
  }
  const ends = parts.length < all ? [`${city} ${state}`, ...(hasState ? [city] : [])] : [];
  let words: readonly string[] = parts.join(',').trimEnd().split(' ');
  for (const end of [`${city} ${state} ${zipCode}`, ...ends]) words = without(words, end);
  const street = words.join(' ').replace(/,$/, '');
  return /\d/.test(street) && / \p{L}*\p{L}{2}/u.test(street) ? street : address;
}
