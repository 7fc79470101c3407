import { contextOf } from '@closingwire/chassis/handlers';
import type { Request } from 'express';
import { audit } from '../audit-log/store.ts';
import { deleteFactor } from '../credentials/factors.ts';
import { forgetUser } from '../flows/forget.ts';
import { findUser, listUsers, lockUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { requireAdmin } from './bearer.ts';
import { factorOf } from './factors.ts';
import { isUuid, pathText, queryText } from './input.ts';
import { toFactor, toWireUser } from './user-view.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

type Page = { page: number; perPage: number };

/** Returns the Link header of a list. `page` must be first: clients read the text after the first '='. */
export function pageLinks(path: string, { page, perPage }: Page, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

const DEFAULT_PER_PAGE = 50;
const MOST_PER_PAGE = 1000;

function countFrom(req: Request, name: string, fallback: number): number {
  const given = queryText(req, name);
  if (given === '') return fallback;
  if (!/^[1-9]\d{0,5}$/.test(given)) {
    throw invalid(`Bad Pagination Parameters: ${name} is not a number from 1 to 999999: "${given}"`);
  }
  return Number(given);
}

const pageOf = (req: Request): Page => ({
  page: countFrom(req, 'page', 1),
  perPage: Math.min(countFrom(req, 'per_page', DEFAULT_PER_PAGE), MOST_PER_PAGE),
});

export const noSuchUser = () => new WireError(404, 'user_not_found', 'User not found');

/** Returns the user in an operator's path. */
export async function adminsUser(wire: Wire, req: Request): Promise<User> {
  await requireAdmin(wire, req);
  const id = pathText(req, 'userId');
  if (!isUuid(id)) throw new WireError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(wire.pg, id);
  if (!user) throw noSuchUser();
  return user;
}

export const showUsers: Handler = async (wire, req, res) => {
  await requireAdmin(wire, req);
  const page = pageOf(req);
  const { users, total } = await listUsers(wire.pg, page);
  res.set({ 'X-Total-Count': String(total), Link: pageLinks('/admin/users', page, total) });
  res.json({ users: users.map(toWireUser), aud: 'authenticated' });
};

export const showUser: Handler = async (wire, req, res) =>
  void res.json(toWireUser(await adminsUser(wire, req)));

export const deleteUser: Handler = async (wire, req, res) => {
  const user = await adminsUser(wire, req);
  await wire.pg.transaction(async tx => {
    await lockUser(tx, user.id);
    await forgetUser(tx, user.id, wire.clock());
    await audit(tx, contextOf(req).request, { action: 'user-deleted', targetId: user.id });
  });
  res.json({});
};

export const showFactors: Handler = async (wire, req, res) =>
  void res.json((await adminsUser(wire, req)).factors.map(toFactor));

export const removeFactor: Handler = async (wire, req, res) => {
  const user = await adminsUser(wire, req);
  const factor = factorOf({ user }, req);
  await wire.pg.transaction(async tx => {
    await lockUser(tx, user.id);
    await deleteFactor(tx, factor.id);
    await audit(tx, contextOf(req).request, { action: 'factor-removed', targetId: user.id });
  });
  res.json(toFactor(factor));
};
