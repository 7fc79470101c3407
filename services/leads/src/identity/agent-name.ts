/** The parts of a name that tell people apart, in lower case without accents. */
export type AgentName = { first: string; last: string };

/** Short forms of first names that agents use beside the long one. */
const longForms: Record<string, string> = {
  abby: 'abigail',
  al: 'albert',
  alex: 'alexander',
  andy: 'andrew',
  angie: 'angela',
  barb: 'barbara',
  ben: 'benjamin',
  bess: 'elizabeth',
  beth: 'elizabeth',
  betty: 'elizabeth',
  bill: 'william',
  billy: 'william',
  bob: 'robert',
  bobby: 'robert',
  brad: 'bradley',
  cathy: 'catherine',
  charlie: 'charles',
  chris: 'christopher',
  chuck: 'charles',
  cindy: 'cynthia',
  dan: 'daniel',
  danny: 'daniel',
  dave: 'david',
  deb: 'deborah',
  debbie: 'deborah',
  dick: 'richard',
  don: 'donald',
  doug: 'douglas',
  ed: 'edward',
  eddie: 'edward',
  fred: 'frederick',
  gary: 'gary',
  greg: 'gregory',
  jack: 'john',
  jeff: 'jeffrey',
  jen: 'jennifer',
  jenny: 'jennifer',
  jerry: 'gerald',
  jim: 'james',
  jimmy: 'james',
  joe: 'joseph',
  joey: 'joseph',
  johnny: 'john',
  jon: 'jonathan',
  josh: 'joshua',
  judy: 'judith',
  kate: 'katherine',
  kathy: 'katherine',
  katie: 'katherine',
  ken: 'kenneth',
  kim: 'kimberly',
  larry: 'lawrence',
  liz: 'elizabeth',
  maggie: 'margaret',
  matt: 'matthew',
  meg: 'margaret',
  mickey: 'michael',
  mike: 'michael',
  nancy: 'nancy',
  nick: 'nicholas',
  pam: 'pamela',
  pat: 'patrick',
  patty: 'patricia',
  peggy: 'margaret',
  pete: 'peter',
  phil: 'philip',
  ray: 'raymond',
  rich: 'richard',
  rick: 'richard',
  rob: 'robert',
  robbie: 'robert',
  ron: 'ronald',
  sam: 'samuel',
  sandy: 'sandra',
  steve: 'steven',
  stephen: 'steven',
  sue: 'susan',
  susie: 'susan',
  ted: 'theodore',
  terry: 'terence',
  tim: 'timothy',
  tom: 'thomas',
  tommy: 'thomas',
  tony: 'anthony',
  trish: 'patricia',
  vicky: 'victoria',
  will: 'william',
  zach: 'zachary',
};

/** Words around a name that are not part of it. */
const titles = new Set('mr mrs ms miss dr prof hon rev'.split(' '));
const suffixes = new Set(
  'jr sr ii iii iv v esq phd md realtor realtors broker associate agent crs gri abr sres srs rene cips psa epro e-pro llc inc pa pllc pc'.split(
    ' ',
  ),
);

const words = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(word => word !== '' && word !== '-');

/** Returns the parts of a name: `Smith, Bob J.`, `Robert Smith Jr.` and `Bob Smith, REALTOR` are the same. */
export function agentNameOf(fullName: string): AgentName {
  const [before = '', behind = ''] = fullName.replace(/\(.*?\)|"[^"]*"/g, ' ').split(/,(.*)/s);
  const isPlain = words(behind).every(word => suffixes.has(word));
  const ordered = isPlain ? words(before) : [...words(behind), ...words(before)];
  const parts = ordered.filter(word => !titles.has(word) && !suffixes.has(word));
  const all = parts.length > 0 ? parts : ordered;
  const first = all[0] ?? '';
  return { first: longForms[first] ?? first, last: all.length > 1 ? (all.at(-1) ?? '') : '' };
}

/** Whether two names can be one person's: the same last name, and first names that agree or are initials. */
export function isSameName(one: AgentName, other: AgentName): boolean {
  if (one.last !== other.last) return false;
  if (one.first === other.first) return true;
  const isInitial = one.first.length === 1 || other.first.length === 1;
  return isInitial && one.first.charAt(0) === other.first.charAt(0);
}
