import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { evidenceKinds } from '@closingwire/contracts/contacts';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { day } from '@closingwire/contracts/primitive';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { discardRest, uploadBody } from '../upload-body.ts';

import { providerState } from './provider-state.ts';
import { openRegistryList } from './read-registry.ts';
import { findRegistryList, registryCover, registryLists } from './registry.ts';
import { countStates } from './shown-contacts.ts';
import { storeRegistryList } from './store-registry.ts';

const MAX_FILE_NAME = 200;

const listQuery = (today: string) =>
  z.object({
    san: z
      .string('Expected the Subscription Account Number of the holder')
      .trim()
      .regex(/^[A-Za-z0-9-]{4,40}$/, 'Expected a Subscription Account Number such as 12345678-1'),
    listedOn: day.refine(listed => listed <= today, 'Expected the day of the download, today at the latest'),
    fileName: z.string().default(''),
  });

async function receive(request: Request, { copies, clock }: RouteDeps): Promise<string> {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const { id: uploadedBy } = asUser(contextOf(request).caller);
  const uploadedAt = clock();
  const query = parseInput(
    listQuery(uploadedAt.toISOString().slice(0, 10)),
    Object.fromEntries(searchParams),
  );
  const { entry, lines } = await openRegistryList(uploadBody(request));
  const fileName = (entry?.split('/').at(-1) ?? query.fileName).slice(0, MAX_FILE_NAME);
  const list = { accountNumber: query.san, listedOn: query.listedOn, fileName, uploadedBy, uploadedAt };
  return storeRegistryList(copies, list, lines);
}

/** Receives the do-not-call lists of the registry from admins. */
export function uploadDoNotCallList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadDoNotCallList;
  app.post(path, allow(access), async (request, response) => {
    try {
      const list = await findRegistryList(deps.pg, await receive(request, deps), deps.clock());
      if (!list) throw new AppError('missing', 'not_found', 'There is no such list');
      response.json(list);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

export const contactRoutes = ({ pg, clock, providers }: RouteDeps) => ({
  contactsOverview: impl.contactsOverview.handler(async () => {
    const now = clock();
    const [states, counts, registry, lists] = await Promise.all([
      Promise.all(evidenceKinds.map(kind => providerState(pg, kind, providers[kind], now))),
      countStates(pg, now),
      registryCover(pg, now),
      registryLists(pg, now),
    ]);
    return { providers: states, counts, registry, lists };
  }),
});
