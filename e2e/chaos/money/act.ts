import { sql } from '@closingwire/chassis/pg';
import { userDeleted, userReinstated, userSuspended } from '@closingwire/contracts/auth';
import { z } from 'zod';
import { isLive } from './books.ts';
import { type Command, zipName } from './history.ts';
import { orderTwice, quotedOrder, rememberCheckout, submitOrder } from './order.ts';
import type { CardName } from './provider.ts';
import { billableZips } from './read-books.ts';
import { comeToRest, deliverAll, sweep } from './rest.ts';
import { call, ownEvents, type Player, type Stage, send } from './stage.ts';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

const pickFrom = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

const openCheckouts = ({ checkouts }: Player) =>
  [...checkouts].filter(([, { isPaid }]) => !isPaid).map(([id]) => id);

async function pay(stage: Stage, player: Player, sessionId: string, card: CardName): Promise<boolean> {
  const checkout = player.checkouts.get(sessionId);
  const isPaid = await stage.services.provider.payCheckout(sessionId, card);
  if (isPaid && checkout) checkout.isPaid = true;
  return isPaid;
}

const verify = (stage: Stage, player: Player, sessionId: string) =>
  call(stage, player, 'POST', '/api/verify-payment', { sessionId });

async function payOne(stage: Stage, player: Player, command: Of<'pay'>): Promise<void> {
  const sessionId = pickFrom(openCheckouts(player), command.pick);
  if (sessionId === undefined) return;
  const isPaid = await pay(stage, player, sessionId, command.card);
  if (isPaid && command.next === 'returns') await verify(stage, player, sessionId);
}

const list = z.array(z.object({ id: z.string() }));

async function remove(stage: Stage, player: Player, { pick }: Of<'remove'>): Promise<void> {
  const reply = await call(stage, player, 'GET', '/api/subscriptions');
  const chosen = reply?.status === 200 ? pickFrom(list.parse(reply.body), pick) : undefined;
  if (chosen) await call(stage, player, 'DELETE', `/api/subscriptions/${chosen.id}`);
}

async function convert(stage: Stage, player: Player): Promise<void> {
  const reply = await call(stage, player, 'POST', '/api/convert-trial');
  if (reply?.status === 200) rememberCheckout(player, reply.body, await billableZips(stage, player));
}

async function addCard(stage: Stage, player: Player, { card, next }: Of<'add-card'>): Promise<void> {
  const reply = await call(stage, player, 'POST', '/api/setup-payment-method');
  if (reply?.status !== 200) return;
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(reply.body);
  const isSaved = await stage.services.provider.confirmSetup(clientSecret, card);
  if (card === 'declinedLater') player.hasBadCard = true;
  if (!isSaved || next === 'leaves') return;
  const setupIntentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  await call(stage, player, 'POST', '/api/verify-payment-setup', { setupIntentId });
}

async function portalOf(stage: Stage, player: Player): Promise<string | undefined> {
  const reply = await call(stage, player, 'POST', '/api/stripe/customer-portal');
  return reply?.status === 200 ? z.object({ url: z.string() }).parse(reply.body).url : undefined;
}

async function subscriptionsOf(stage: Stage, player: Player) {
  await ownEvents(stage);
  return (await Promise.all([...player.customers].map(stage.services.provider.subscriptionsOf))).flat();
}

/** Returns whether an earlier request could still start a subscription, or ZIPs of the trial wait for a card. */
async function isUnsettled({ services }: Stage, { state }: Player): Promise<boolean> {
  const { rows } = await services.db.billing.query(
    sql`select from orders where account_id = ${state.id} and state = 'open'
     union all
     select from subscriptions where account_id = ${state.id} and kind = 'trial' and cancelled_at is null`,
  );
  return rows.length > 0;
}

/** Ends all live subscriptions. Afterwards none may start until the user asks for one. */
async function endInPortal(stage: Stage, player: Player, when: 'now' | 'period-end'): Promise<void> {
  const portal = await portalOf(stage, player);
  if (portal === undefined) return;
  const live = (await subscriptionsOf(stage, player)).filter(isLive);
  for (const { id } of live) await stage.services.provider.endInPortal(portal, id, when);
  if (live.length === 0) return;
  player.hasEverEnded = true;
  const asked = player.asked;
  if (when !== 'now' || player.asking > 0 || (await isUnsettled(stage, player))) return;
  const ended = new Set((await subscriptionsOf(stage, player)).map(({ id }) => id));
  // A subscription that the user asked for meanwhile may start.
  if (player.asked === asked) player.endedWith = ended;
}

async function payAndEnd(stage: Stage, player: Player): Promise<void> {
  const [sessionId] = openCheckouts(player);
  const isPaid = sessionId !== undefined && (await pay(stage, player, sessionId, 'good'));
  player.asking -= 1;
  if (isPaid) await endInPortal(stage, player, 'now');
  player.asking += 1;
}

async function publishStatus(stage: Stage, player: Player, status: 'active' | 'suspended'): Promise<void> {
  if (player.status === 'deleted' || player.status === status) return;
  player.status = status;
  player.state = { ...player.state, version: player.state.version + 1, status };
  await stage.services.publish(status === 'active' ? userReinstated : userSuspended, player.state);
}

async function deleteUser({ services }: Stage, player: Player): Promise<void> {
  if (player.status === 'deleted') return;
  player.status = 'deleted';
  const { id, version, email } = player.state;
  const deletedAt = new Date().toISOString();
  await services.publish(userDeleted, { id, version: version + 1, deletedAt, email });
}

export async function endTrial({ services }: Stage, { state }: Player): Promise<void> {
  const url = `${services.urls.billing}/internal/accounts/${state.id}/trial`;
  await send(url, await services.serviceToken(), 'PUT', { creditId: crypto.randomUUID(), trialDays: 0 });
}

async function assign(stage: Stage, player: Player, { zip }: Of<'assign'>): Promise<void> {
  const url = `${stage.services.urls.catalog}/api/admin/assign-zip`;
  const zipCodeId = stage.zips[zip];
  await send(url, await stage.admin(), 'POST', { userId: player.state.id, zipCodeId });
}

/** After one of these commands the account may be charged again. */
const asks = new Set<Command['kind']>([
  'order',
  'quoted-order',
  'order-twice',
  'convert',
  'pay',
  'pay-all',
  'pay-and-end',
  'verify',
  'add-card',
  'replace-card',
]);

async function actOf(stage: Stage, player: Player, command: Extract<Command, { user: number }>) {
  switch (command.kind) {
    case 'order':
      return submitOrder(stage, player, command.zips);
    case 'quoted-order':
      await comeToRest(stage);
      return quotedOrder(stage, player, command.zips);
    case 'order-twice':
      return orderTwice(stage, player, command.zips);
    case 'remove':
      return remove(stage, player, command);
    case 'convert':
      return convert(stage, player);
    case 'pay':
      return payOne(stage, player, command);
    case 'pay-all':
      return Promise.all(openCheckouts(player).map(id => pay(stage, player, id, 'good')));
    case 'pay-and-end':
      return payAndEnd(stage, player);
    case 'verify':
      return Promise.all([...player.checkouts.keys()].slice(-1).map(id => verify(stage, player, id)));
    case 'add-card':
      return addCard(stage, player, command);
    case 'end-in-portal':
      return endInPortal(stage, player, command.when);
    case 'replace-card': {
      const portal = await portalOf(stage, player);
      return portal && stage.services.provider.replaceCard(portal, 'good');
    }
    case 'delete-user':
      return deleteUser(stage, player);
    case 'suspend':
      return publishStatus(stage, player, 'suspended');
    case 'reinstate':
      return publishStatus(stage, player, 'active');
    case 'end-trial':
      return endTrial(stage, player);
    case 'assign':
      return assign(stage, player, command);
  }
}

/** Carries out a command as its user would. */
export async function act(stage: Stage, command: Command): Promise<void> {
  if (command.kind === 'deliver-webhooks') return void (await deliverAll(stage));
  if (command.kind === 'sweep') return sweep(stage);
  if (command.kind === 'kill') {
    stage.kills += 1;
    return stage.services.killAndAwait(command.process);
  }
  const player = stage.players[command.user];
  if (!player) throw new Error(`Expected a user ${command.user} for ${command.kind} ${zipName(0)}`);
  const isAsking = asks.has(command.kind);
  if (isAsking) {
    player.endedWith = undefined;
    player.asking += 1;
    player.asked += 1;
  }
  try {
    await actOf(stage, player, command);
  } finally {
    if (isAsking) player.asking -= 1;
  }
}
