import { adminRoutes, auditRoutes } from './admin-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { type Dependencies, os } from './context.ts';
import { customerRoutes } from './customer-routes.ts';
import { mailedLinkRoutes } from './link-routes.ts';
import { ownDataRoutes, profileRoutes } from './profile-routes.ts';
import { recoveryRoutes, registrationRoutes } from './registration-routes.ts';
import { ownSessionRoutes, sessionRoutes } from './session-routes.ts';
import { systemRoutes } from './system-routes.ts';

export function authRouter(dependencies: Dependencies) {
  return os.router({
    ...sessionRoutes(dependencies),
    ...registrationRoutes(dependencies),
    ...recoveryRoutes(dependencies),
    ...mailedLinkRoutes(dependencies),
    ...profileRoutes(dependencies),
    ...ownSessionRoutes(dependencies),
    ...ownDataRoutes(dependencies),
    ...apiKeyRoutes(dependencies),
    ...adminRoutes(dependencies),
    ...auditRoutes(dependencies),
    ...customerRoutes(dependencies),
    ...systemRoutes(dependencies),
  });
}
