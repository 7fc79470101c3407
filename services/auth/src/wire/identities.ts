import { contextOf } from '@closingwire/chassis/handlers';
import { audit } from '../audit-log/store.ts';
import { deleteIdentity, refreshProviders } from '../users/publish-user.ts';
import type { User } from '../users/user.ts';
import { lockSignedIn, signedIn } from './bearer.ts';
import { isUuid, pathText, queryText } from './input.ts';
import { type Endpoint, invalid, type Wire, WireError } from './wire.ts';

const linkingDisabled = () => new WireError(404, 'manual_linking_disabled', 'Manual linking is disabled');

function checkUnlinking({ identities }: User, id: string): void {
  if (identities.length <= 1) {
    const text = 'User must have at least 1 identity after unlinking';
    throw new WireError(422, 'single_identity_not_deletable', text);
  }
  if (!identities.some(identity => identity.id === id)) {
    throw new WireError(422, 'identity_not_found', "Identity doesn't exist");
  }
}

/** Linking and unlinking ways to sign in, when the settings allow it. */
export function identityEndpoints(wire: Wire): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/user/identities/authorize',
      async handle(req) {
        await signedIn(wire, req);
        if (!wire.settings.manualLinking) throw linkingDisabled();
        throw invalid(`Unsupported provider: Provider ${queryText(req, 'provider')} could not be found`);
      },
    },
    {
      method: 'delete',
      path: '/user/identities/:identityId',
      async handle(req, res) {
        const caller = await signedIn(wire, req);
        if (!wire.settings.manualLinking) throw linkingDisabled();
        const id = pathText(req, 'identityId');
        if (!isUuid(id)) {
          throw new WireError(404, 'validation_failed', 'identity_id must be an UUID');
        }
        await wire.pg.transaction(async tx => {
          // Of two that unlink at once, the second is refused the last one.
          const { user } = await lockSignedIn(wire, tx, caller);
          checkUnlinking(user, id);
          await deleteIdentity(tx, id);
          await refreshProviders(tx, user);
          await audit(tx, contextOf(req).request, { action: 'identity-unlinked', actorId: user.id });
        });
        res.json({});
      },
    },
  ];
}
