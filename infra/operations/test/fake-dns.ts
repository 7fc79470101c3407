import type { DnsResolver } from '../src/doctor/read-network.ts';

export type Zone = { a?: string[]; aaaa?: string[]; txt?: Record<string, string[]> };

/** A DNS with these records; without a zone it does not reply. */
export function dns(zone?: Zone): DnsResolver {
  const reply = <T>(records: T[] | undefined): Promise<T[]> => {
    if (!zone) return Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }));
    if (!records) return Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }));
    return Promise.resolve(records);
  };
  return {
    resolve4: () => reply(zone?.a),
    resolve6: () => reply(zone?.aaaa),
    // Long records come in parts.
    resolveTxt: name => reply(zone?.txt?.[name]?.map(record => [record.slice(0, 8), record.slice(8)])),
  };
}
