import { sql } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { isLive } from './books.ts';
import { billableZips } from './read-books.ts';
import { call, find, ownEvents, type Player, type Reply, type Stage } from './stage.ts';

const withCheckout = z.object({ checkoutUrl: z.string().optional() });

/** Stores the checkout that the user was sent to, with its ZIPs. */
export function rememberCheckout(player: Player, body: unknown, zips: readonly string[]): string | undefined {
  const { checkoutUrl } = withCheckout.parse(body);
  if (checkoutUrl === undefined) return undefined;
  const id = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
  const known = player.checkouts.get(id);
  if (!known)
    player.checkouts.set(id, { zips: new Set([...zips, ...(player.recent.at(-1) ?? [])]), isPaid: false });
  return id;
}

const codesOf = ({ zips }: Stage, chosen: readonly number[]) => chosen.flatMap(index => zips[index] ?? []);

async function subscribe(stage: Stage, player: Player, zipCodeIds: string[]): Promise<Reply | undefined> {
  for (const zip of zipCodeIds) player.recent.at(-1)?.add(zip);
  const reply = await call(stage, player, 'POST', '/api/subscribe/bulk', { zipCodeIds });
  if (!reply || reply.status >= 500) for (const zip of zipCodeIds) player.loose.add(zip);
  if (reply?.status === 200) rememberCheckout(player, reply.body, zipCodeIds);
  return reply;
}

export async function submitOrder(stage: Stage, player: Player, zips: readonly number[]): Promise<void> {
  await subscribe(stage, player, codesOf(stage, zips));
}

/** The fields that must be equal in the replies to two simultaneous, equal orders. */
const outcome = z
  .looseObject({
    success: z.boolean().optional(),
    trialUser: z.boolean().optional(),
    message: z.string().optional(),
    code: z.string().optional(),
    title: z.string().optional(),
    detail: z.string().optional(),
    checkoutUrl: z.string().optional(),
  })
  .transform(({ success, trialUser, message, code, title, detail, checkoutUrl }) =>
    JSON.stringify({ success, trialUser, message, code, title, detail, checkoutUrl }),
  );

const textOf = ({ status, body }: Reply) => `${status} ${outcome.parse(body)}`;

/** A success without a payment page means that the account has the ZIPs. */
async function checkSuccess(stage: Stage, player: Player, codes: string[], reply: Reply): Promise<void> {
  if (reply.status !== 200 || withCheckout.parse(reply.body).checkoutUrl !== undefined) return;
  if (player.hasEverEnded || player.hasBadCard) return;
  const { rows } = await stage.services.db.billing.query<{ zip: string }>(
    sql`select zip_code as zip from subscriptions where account_id = ${player.state.id} and cancelled_at is null`,
  );
  const missing = codes.filter(code => !rows.some(({ zip }) => zip === code));
  if (missing.length === 0) return;
  find(stage, 'false-success', `success for ${missing.join(', ')}, which they lack`, player);
}

export async function orderTwice(stage: Stage, player: Player, zips: readonly number[]): Promise<void> {
  const codes = codesOf(stage, zips);
  const [one, other] = await Promise.all([subscribe(stage, player, codes), subscribe(stage, player, codes)]);
  if (!one || !other) return;
  if (textOf(one) !== textOf(other)) {
    find(stage, 'replies-differ', `${textOf(one)} and ${textOf(other)}`, player);
  }
  for (const reply of [one, other]) await checkSuccess(stage, player, codes, reply);
}

const quote = z.object({
  way: z.enum(['trial', 'card', 'checkout']),
  zips: z.array(z.unknown()),
  dueTodayCents: z.number(),
});

/** The provider prorates by the second: between quote and order each line may change by a cent. */
const toleranceCents = 2;

async function invoicesOf({ services }: Stage, { customers }: Player) {
  return (await Promise.all([...customers].map(services.provider.invoicesOf))).flat();
}

/** Orders right after a quote, at rest: the charge must equal the quote. */
export async function quotedOrder(stage: Stage, player: Player, zips: readonly number[]): Promise<void> {
  const codes = codesOf(stage, zips);
  const asked = await call(stage, player, 'GET', `/api/quote?zipCodes=${codes.join(',')}`);
  if (asked?.status !== 200) return;
  const quoted = quote.parse(asked.body);
  const before = new Set((await invoicesOf(stage, player)).map(({ id }) => id));
  const reply = await subscribe(stage, player, codes);
  if (reply?.status !== 200) return;
  const sessionId = rememberCheckout(player, reply.body, codes);
  if (sessionId !== undefined) {
    const isPaid = await stage.services.provider.payCheckout(sessionId, 'good');
    const checkout = player.checkouts.get(sessionId);
    if (checkout) checkout.isPaid = isPaid;
    if (!isPaid) return;
  }
  await ownEvents(stage);
  const fresh = (await invoicesOf(stage, player)).filter(({ id }) => !before.has(id));
  const charged = fresh.reduce((sum, { amount_due }) => sum + amount_due, 0);
  const quantity = await billedQuantity(stage, player);
  const isRightAmount = Math.abs(charged - quoted.dueTodayCents) <= toleranceCents;
  const isRightQuantity = quantity === undefined || quantity === quoted.zips.length;
  if (isRightAmount && isRightQuantity) return;
  const named = `${quoted.way}, ${quoted.dueTodayCents} cents for ${quoted.zips.length} ZIPs`;
  const text = `quoted ${named}; charged ${charged} cents, billed for ${quantity ?? 'no'} ZIPs`;
  find(stage, 'quote-differs', text, player);
}

async function billedQuantity({ services }: Stage, { customers }: Player): Promise<number | undefined> {
  const all = (await Promise.all([...customers].map(services.provider.subscriptionsOf))).flat();
  return all.find(isLive)?.items.data[0]?.quantity;
}

/** Stores the ZIPs that charges may cover from this step on: held and requested ones. */
export async function openStep(stage: Stage): Promise<void> {
  for (const player of stage.players) {
    player.recent = [...player.recent.slice(-1), new Set(await billableZips(stage, player))];
  }
}
