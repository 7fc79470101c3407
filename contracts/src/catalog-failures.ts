/** What calls of the catalogue refuse beside what their input and their caller decide. */

const noZip = { zip_unknown: { status: 404, message: 'This ZIP code is not in the catalogue' } };
const noDelivery = { delivery_unknown: { status: 404, message: 'This delivery does not exist' } };
const zipTaken = { zip_taken: { status: 409, message: '`zipCodes` are taken' } };

export const catalogFailures = {
  createZip: { zip_exists: { status: 409, message: 'This ZIP code is in the catalogue already' } },
  setPrice: noZip,
  setAvailability: noZip,
  setScrapeActive: noZip,
  assignZip: {
    ...noZip,
    ...zipTaken,
    user_unknown: { status: 404, message: 'No active user has this id' },
    user_suspended: { status: 409, message: 'A suspended user cannot be given a ZIP code' },
    user_without_industry: { status: 409, message: 'A user without an industry cannot be given a ZIP code' },
  },
  webhookDelivery: noDelivery,
  replayWebhookDelivery: noDelivery,
  claimZips: zipTaken,
};
