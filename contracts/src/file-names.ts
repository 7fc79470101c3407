/* Apart from the layouts, which the dashboard loads with its dialog. */

/** The header of a file's reply with the number of its rows. */
export const FILE_ROWS_HEADER = 'x-file-rows';

/** The names of the presets for other programs. */
export const crmLabels = {
  'follow-up-boss': 'Follow Up Boss',
  hubspot: 'HubSpot',
  mailchimp: 'Mailchimp',
  labels: 'mail merge labels',
} as const;
