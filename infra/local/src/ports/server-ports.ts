import { freePort } from './free-port.ts';

/** Every port a server listens on: the variable that moves it and where it is otherwise. */
export const serverPorts = {
  postgres: { variable: 'POSTGRES_PORT', usual: 15_432 },
  kafka: { variable: 'KAFKA_PORT', usual: 19_092 },
  kafkaController: { variable: 'KAFKA_CONTROLLER_PORT', usual: 19_093 },
  mongo: { variable: 'MONGO_PORT', usual: 17_017 },
  smtp: { variable: 'SMTP_PORT', usual: 1025 },
  mailWeb: { variable: 'MAIL_WEB_PORT', usual: 1080 },
} as const;

export type ServerPorts = Record<keyof typeof serverPorts, number>;

export async function freeServerPorts(): Promise<ServerPorts> {
  const names = Object.keys(serverPorts);
  const free = await Promise.all(names.map(async name => [name, await freePort()] as const));
  return Object.fromEntries(free) as ServerPorts;
}
