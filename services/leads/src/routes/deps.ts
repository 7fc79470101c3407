import type { Clock } from '@closingwire/chassis/clock';
import type { Bus } from '@closingwire/chassis/kafka';
import type { Pg } from '@closingwire/chassis/pg';

/** What the routes work with. */
export type RouteDeps = { pg: Pg; bus: Bus; clock: Clock; trialDays: number };
