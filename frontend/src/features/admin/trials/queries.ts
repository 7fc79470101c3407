import { useMutation } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { trialsCopy } from './copy.ts';

export const useSendTrialNotifications = () =>
  useMutation({
    mutationFn: (daysBeforeExpiration: number) =>
      client.notifications.sendTrialNotifications({ daysBeforeExpiration }),
    onSuccess: ({ notificationsSent }) =>
      notify({ title: trialsCopy.sent, description: sentText(notificationsSent), tone: 'positive' }),
    onError: () => notify({ ...trialsCopy.failed, tone: 'danger' }),
  });

export const sentText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'notification' : 'notifications'} sent.`;
