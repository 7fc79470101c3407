import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@closingwire/chassis/ids';
import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { type UserState, userRegistered } from '@closingwire/contracts/auth';
import { z } from 'zod';
import type { Random } from '../seeded-random.ts';
import type { Difference, DifferenceKind } from './books.ts';
import { userCount, zipCount } from './history.ts';
import { customerOf, type ProviderEvent } from './provider.ts';
import type { MoneyServices } from './services.ts';

const industries = ['Mortgages', 'Mortgages', 'Insurance'];

/** A user's observations and commands that later checks need. */
export type Player = {
  index: number;
  state: UserState;
  status: 'active' | 'suspended' | 'deleted';
  customers: Set<string>;
  /** Checkouts that the user was sent to, with all ZIPs that a payment may charge. */
  checkouts: Map<string, { zips: Set<string>; isPaid: boolean }>;
  /**
   * IDs of the provider's subscriptions when the user ended them. It is undefined after the user has asked for a new
   * one.
   */
  endedWith: Set<string> | undefined;
  hasEverEnded: boolean;
  hasBadCard: boolean;
  /** Commands in progress that may start a subscription. */
  asking: number;
  /** Such commands so far. */
  asked: number;
  /** ZIPs of requests without a final reply: a job may complete them at any time. */
  loose: Set<string>;
  /** ZIPs that the account had or requested in the last steps. */
  recent: Set<string>[];
};

export type Stage = {
  services: MoneyServices;
  random: Random;
  players: Player[];
  zips: string[];
  admin: () => Promise<string>;
  /** Differences found during the history. */
  found: Difference[];
  /** Number of kills. After a kill, a call may get no reply. */
  kills: number;
};

export type Reply = { status: number; body: unknown };

const industryOf = (index: number) => industries[index] ?? 'Mortgages';

function newPlayer(index: number): Player {
  const id = newId();
  return {
    index,
    state: {
      id,
      version: 1,
      email: `${id}@histories.example`,
      firstName: 'Ada',
      lastName: `User ${index}`,
      phone: '',
      companyName: 'Example Ltd',
      industry: industryOf(index),
      teamSize: 'Just me (1)',
      status: 'active',
      isAdmin: false,
      emailNotifications: true,
      activatedAt: new Date().toISOString(),
    },
    status: 'active',
    customers: new Set(),
    checkouts: new Map(),
    endedWith: undefined,
    hasEverEnded: false,
    hasBadCard: false,
    asking: 0,
    asked: 0,
    loose: new Set(),
    recent: [],
  };
}

/** Longer than any call under load: a lost call fails the history instead of blocking it. */
const REPLY_MS = 120_000;

/** Registers three users in all services and reserves ZIPs for them. */
export async function openStage(services: MoneyServices, random: Random): Promise<Stage> {
  const players = Array.from({ length: userCount }, (_, index) => newPlayer(index));
  const zips = await services.freshZips(zipCount);
  await Promise.all(players.map(({ state }) => services.publish(userRegistered, state)));
  const ids = players.map(({ state }) => state.id);
  const knows = async (name: 'billing' | 'catalog', table: string) => {
    const { rows } = await services.db[name].query(sql`select from ${raw(table)} where id = any(${ids})`);
    return rows.length === players.length;
  };
  await until(async () => (await knows('billing', 'accounts')) && (await knows('catalog', 'users')), {
    timeoutMs: REPLY_MS,
  });
  const adminId = newId();
  const admin = () => services.identity.tokenFor({ id: adminId, isAdmin: true });
  return { services, random, players, zips, admin, found: [], kills: 0 };
}

export function find(stage: Stage, kind: DifferenceKind, text: string, player?: Player): void {
  if (player) stage.found.push({ kind, text: `user ${player.index}: ${text}`, user: player.index });
  else stage.found.push({ kind, text });
}

export function tokenOf({ services }: Stage, { state }: Player): Promise<string> {
  const { id, email, industry } = state;
  return services.identity.tokenFor({ id, email, industry, activatedAt: new Date(state.activatedAt) });
}

/** Sends a request; returns undefined without a reply, as from a killed process. */
export async function send(
  url: string,
  token: string,
  method: string,
  body?: object,
): Promise<Reply | undefined> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(REPLY_MS),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!reply) return undefined;
  const text = await reply.text().catch(() => undefined);
  if (text === undefined) return undefined;
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}

const failed = z.looseObject({ requestId: z.string() });
const logged = z.looseObject({ err: z.looseObject({ message: z.string() }) });

/** Returns billing's log entry about the reply, or else the reply itself. */
function causeOf({ services }: Stage, { body }: Reply): string {
  const { data } = failed.safeParse(body);
  const line = services.logsOfBilling().find(text => data && text.includes(data.requestId));
  return line === undefined ? JSON.stringify(body) : logged.parse(JSON.parse(line)).err.message;
}

/** Calls billing as this user. Every 5xx except 503 counts as a difference. */
export async function call(
  stage: Stage,
  player: Player,
  method: string,
  path: string,
  body?: object,
): Promise<Reply | undefined> {
  const token = await tokenOf(stage, player);
  const reply = await send(`${stage.services.urls.billing}${path}`, token, method, body);
  const isBroken = reply && reply.status >= 500 && reply.status !== 503;
  if (isBroken || (!reply && stage.kills === 0)) {
    const got = reply ? `${reply.status}, ${causeOf(stage, reply)}` : 'no reply';
    find(stage, 'broken-reply', `${method} ${path}: ${got}`, player);
  }
  return reply;
}

const created = z.looseObject({ metadata: z.looseObject({ accountId: z.string() }) });

/** Returns this history's undelivered events. Also stores the ID of each new customer with its user. */
export async function ownEvents(stage: Stage): Promise<ProviderEvent[]> {
  const events = await stage.services.provider.undelivered();
  for (const event of events) {
    if (event.type !== 'customer.created') continue;
    const { accountId } = created.parse(event.data.object).metadata;
    const player = stage.players.find(({ state }) => state.id === accountId);
    player?.customers.add(event.data.object.id);
  }
  const own = new Set(stage.players.flatMap(({ customers }) => [...customers]));
  return events.filter(event => own.has(customerOf(event) ?? ''));
}

export const wait = (ms: number): Promise<void> => pause(ms);
