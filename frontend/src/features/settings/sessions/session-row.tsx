import type { OwnSession } from '@closingwire/contracts/auth';
import { Laptop, type LucideIcon, Smartphone, SquareTerminal, Tablet } from 'lucide-react';
import { Ago } from '../../../ui/ago.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../section.tsx';
import { type DeviceKind, deviceOf } from './device.ts';

const icons: Record<DeviceKind, LucideIcon> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  program: SquareTerminal,
};

type SessionRowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const device = deviceOf(session.userAgent);
  const Icon = icons[device.kind];
  return (
    <SettingRow
      icon={<Icon aria-hidden />}
      title={
        <>
          {device.name}
          {session.isCurrent && <Badge tone="positive">This device</Badge>}
          {session.needsFactor && <Badge tone="caution">Second factor missing</Badge>}
        </>
      }
      actions={
        !session.isCurrent && (
          <Button size="sm" disabled={isEnding} aria-label={`Sign out ${device.name}`} onClick={onEnd}>
            {isEnding ? 'Signing out...' : 'Sign out'}
          </Button>
        )
      }
    >
      {session.ip} · active {session.isCurrent ? 'now' : <Ago instant={session.refreshedAt} />} ·{' '}
      {session.needsFactor ? 'sign-in begun' : 'signed in'} <Ago instant={session.createdAt} />
    </SettingRow>
  );
}
