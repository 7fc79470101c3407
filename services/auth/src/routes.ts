import { implementer } from '@closingwire/chassis/http';
import { authApi } from '@closingwire/contracts/auth-api';
import { adminRoutes } from './routes/admin-routes.ts';
import { apiKeyRoutes } from './routes/api-key-routes.ts';
import type { Dependencies } from './routes/dependencies.ts';
import { ownDataRoutes } from './routes/own-data-routes.ts';
import { ownSessionRoutes } from './routes/own-session-routes.ts';
import { profileRoutes } from './routes/profile-routes.ts';
import { recoveryRoutes } from './routes/recovery-routes.ts';
import { registrationRoutes } from './routes/registration-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';

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
  });
}
