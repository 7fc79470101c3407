import { implementer } from '@closingwire/chassis/http';
import { authApi } from '@closingwire/contracts/auth';
import { adminRoutes } from './admin-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { ownDataRoutes } from './own-data-routes.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export function authRouter(dependencies: Dependencies) {
  const os = implementer(authApi);
  return os.router({
    ...sessionRoutes(dependencies),
    ...registrationRoutes(dependencies),
    ...recoveryRoutes(dependencies),
    ...profileRoutes(dependencies),
    ...ownSessionRoutes(dependencies),
    ...ownDataRoutes(dependencies),
    ...apiKeyRoutes(dependencies),
    ...adminRoutes(dependencies),
    ...auditRoutes(dependencies),
  });
}
