import type { Clock } from '@closingwire/chassis/part';
import { findZip } from '../market.ts';
import { type DialectName, dialects } from './dialects.ts';
import { Feed } from './feed.ts';
import { Plan } from './plan.ts';
import { limiterOf } from './rate-limits.ts';

/** A dialect's rows and the state that tests control. */
export type Source = {
  feed: Feed;
  plan: Plan;
  /** Counts a request against the dialect's limits. */
  countRequest(): void;
  areLimitsOn: boolean;
  /** A client without a license gets 403. */
  isLicensed: boolean;
};

export type ResoData = {
  /** Returns a dialect's source; made when it is first asked for. */
  source(name: DialectName): Promise<Source>;
  /** Stops the clock of the rows at this time; undefined lets it run again. Limits and tokens keep real time. */
  setClock(now: Date | undefined): void;
  /** Returns the time of the rows. */
  now(): Date;
  /** Drops every change, plan and setting, and lets the clock run. */
  reset(): void;
};

/** Returns the data behind the RESO Web API, in memory: each start begins with the sample market. */
export function resoData({ clock }: { clock: Clock }): ResoData {
  let stopped: Date | undefined;
  const now = () => stopped ?? clock();
  const sources = new Map<DialectName, Promise<Source>>();

  async function make(name: DialectName): Promise<Source> {
    const { zips, limits } = dialects[name];
    const found = await Promise.all(zips.map(findZip));
    return {
      feed: new Feed({ name, zips: found.filter(zip => zip !== undefined), now }),
      plan: new Plan(),
      countRequest: limits ? limiterOf(limits, () => clock().getTime()) : () => {},
      areLimitsOn: true,
      isLicensed: true,
    };
  }

  return {
    now,
    source(name) {
      const made = sources.get(name) ?? make(name);
      sources.set(name, made);
      return made;
    },
    setClock(time) {
      stopped = time;
    },
    reset() {
      stopped = undefined;
      sources.clear();
    },
  };
}
