import { useAction } from '../../../lib/use-action.ts';
import { client } from '../../../product/api.ts';
import { trialsCopy } from './copy.ts';

export const useSendTrialNotifications = () =>
  useAction({
    mutationFn: (daysBeforeExpiration: number) =>
      client.notifications.sendTrialNotifications({ daysBeforeExpiration }),
    succeeded: ({ notificationsSent }) => ({
      title: trialsCopy.sent,
      description: sentText(notificationsSent),
    }),
    failed: trialsCopy.failed,
  });

export const sentText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'notification' : 'notifications'} sent.`;
