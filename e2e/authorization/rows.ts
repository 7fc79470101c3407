import { newId } from '@closingwire/chassis/ids';
import type { RouteName } from '@closingwire/contracts/api';
import type { CallerName } from './callers.ts';
import type { World } from './world.ts';

export type Row = {
  /**
   * The status for permitted callers with this row's request. 400 means that the caller is permitted and the input is
   * refused, so that the matrix changes nothing.
   */
  ok: number;
  params?: (world: World) => Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The call ends the session, so the matrix leaves it out. */
  endsSession?: true;
  /** The statuses of permitted callers who own no such object, or whom the route treats differently. */
  but?: Partial<Record<CallerName, number>>;
};

const notTheirs = { 'another user': 404, 'expired trial': 404, admin: 404 } as const;
const nothingToConvert = { 'another user': 400, 'expired trial': 400, admin: 400 } as const;
const internal: Row = { ok: 404, params: () => ({ accountId: newId(), intentId: newId(), userId: newId() }) };
const bad = { ok: 400, body: {} };
const withUser = ({ user }: World) => ({ userId: user.id });
const withZip = ({ zip }: World) => ({ id: zip, zip });

/** One row per route: the request that the matrix makes, and its expected status. */
export const rows: Record<RouteName, Row> = {
  'auth.currentUser': { ok: 200 },
  'auth.signIn': bad,
  'auth.signUp': bad,
  'auth.signOut': { ok: 200, endsSession: true },
  'auth.requestPasswordReset': bad,
  'auth.mailedLink': { ok: 200, body: { token: 'x'.repeat(64) } },
  'auth.pressMailedLink': { ok: 200, body: { token: 'x'.repeat(64) } },
  'auth.updatePassword': { ok: 400, body: { password: 'x' } },
  'auth.updatePreferences': { ok: 200, body: { emailNotifications: true } },
  'auth.updateProfile': bad,
  'auth.setCompany': bad,
  'auth.acceptTerms': { ok: 409, body: { version: 'no such version' } },
  'auth.exportAccount': { ok: 200 },
  'auth.deleteAccount': bad,
  'auth.listUsers': { ok: 200 },
  'auth.searchUsers': { ok: 200 },
  'auth.userStatistics': { ok: 200 },
  'auth.readCustomer': { ok: 200, params: withUser },
  'auth.customerAccess': { ok: 200, params: withUser },
  'auth.setUserStatus': { ok: 400, params: withUser, body: { status: 'no such status' } },
  'auth.setUserDetails': { ok: 400, params: withUser, body: { trialDays: -1 } },
  'auth.searchAudit': { ok: 200 },
  'auth.systemState': { ok: 200 },
  // The request lacks the group in its query.
  'auth.listDeadLetters': { ok: 400 },
  'auth.replayDeadLetters': bad,
  'auth.discardDeadLetters': bad,
  'auth.refreshSession': internal,
  'auth.listSessions': { ok: 200 },
  'auth.endSession': { ok: 404, params: () => ({ sessionId: newId() }) },
  'auth.endOtherSessions': { ok: 200 },
  'auth.listApiKeys': { ok: 200 },
  'auth.createApiKey': bad,
  'auth.rollApiKey': { ok: 404, params: () => ({ keyId: newId() }), body: {} },
  'auth.revokeApiKey': { ok: 404, params: () => ({ keyId: newId() }) },
  'auth.resolveApiKey': internal,

  'catalog.exportUser': internal,
  'catalog.listZips': { ok: 200 },
  'catalog.checkZips': { ok: 200, body: { zipCodes: ['98030'] } },
  'catalog.listOwnClaims': { ok: 200 },
  // The requests lack the search and the state in their queries.
  'catalog.findArea': { ok: 400 },
  'catalog.mapZips': { ok: 400 },
  'catalog.listZipWaits': { ok: 200 },
  'catalog.waitForZip': bad,
  'catalog.stopWaiting': { ok: 200, params: () => ({ zipCode: '98030' }) },
  'catalog.listAllZips': { ok: 200 },
  'catalog.createZip': bad,
  'catalog.importZips': bad,
  'catalog.setPrice': { ok: 400, params: withZip, body: { price: -1 } },
  'catalog.setAvailability': { ...bad, params: withZip },
  'catalog.setScrapeActive': { ...bad, params: withZip },
  'catalog.assignZip': bad,
  'catalog.unassignZip': bad,
  'catalog.listWebhookDeliveries': { ok: 200 },
  'catalog.webhookDelivery': { ok: 404, params: () => ({ id: newId() }) },
  'catalog.replayWebhookDelivery': { ok: 404, params: () => ({ id: newId() }) },
  'catalog.holdZips': internal,
  'catalog.releaseHolds': internal,
  'catalog.listConfirmedClaims': internal,
  'catalog.findConfirmedClaims': internal,
  'catalog.releaseUnpaidClaim': internal,

  'billing.exportUser': internal,
  'billing.standing': { ok: 200 },
  'billing.overview': { ok: 200 },
  'billing.readBusiness': { ok: 200 },
  'catalog.readSoldOut': { ok: 200 },
  'catalog.takenZips': { ok: 200 },
  // The request lacks the figure in its query.
  'billing.businessRows': { ok: 400 },
  'billing.customerMoney': { ok: 200, params: withUser },
  'billing.customerCard': { ok: 200, params: withUser },
  'billing.listSubscriptions': { ok: 200 },
  'billing.quote': { ok: 200 },
  'billing.subscribe': bad,
  'billing.unsubscribe': {
    ok: 200,
    params: ({ subscriptionId }) => ({ id: subscriptionId }),
    but: notTheirs,
  },
  'billing.convertTrial': { ok: 200, but: nothingToConvert },
  'billing.openPortal': { ok: 200 },
  'billing.verifyPayment': bad,
  'billing.setUpPayment': { ok: 200 },
  'billing.verifyPaymentSetup': bad,
  'billing.stripeMode': { ok: 200 },
  'billing.modeSwitch': { ok: 200 },
  'billing.listAllSubscriptions': { ok: 200 },
  'billing.countSubscriptions': { ok: 200 },
  'billing.paymentStatistics': { ok: 200 },
  'billing.creditTrial': internal,
  'billing.readBooks': { ok: 200 },
  // A running comparison continues, so a second call starts no other.
  'billing.compareBooks': { ok: 202, body: {} },

  'leads.exportUser': internal,
  'leads.listDeletionLists': { ok: 200 },
  'leads.listAgents': { ok: 200 },
  'leads.summariseAgents': { ok: 200 },
  'leads.exportAgents': { ok: 200, body: {} },
  'leads.listLeadLists': { ok: 200 },
  'leads.listZipAgents': { ok: 200, params: withZip, but: { 'another user': 403, admin: 403 } },
  'leads.flagLead': bad,
  'leads.ownFlags': { ok: 200 },
  'leads.listRejectedRows': { ok: 200 },
  'leads.explainLists': { ok: 200, params: withUser },
  'leads.customerDeliveries': { ok: 200, params: withUser },
  'leads.listFlags': { ok: 200 },
  'leads.confirmWrongContact': { ok: 404, params: () => ({ flagId: newId() }), body: {} },
  'leads.setClosingHidden': { ok: 404, params: () => ({ flagId: newId() }), body: { isHidden: true } },
  'leads.correctClosing': {
    ok: 404,
    params: () => ({ flagId: newId() }),
    body: { fields: { price: 500_000 } },
  },
  'leads.takeBackWrongContact': { ok: 404, params: () => ({ flagId: newId() }) },
  'leads.closingContacts': { ok: 404, params: () => ({ closingId: newId() }) },
  'leads.contactsOverview': { ok: 200 },
  'leads.uploadDoNotCallList': { ok: 400, headers: { 'content-type': 'text/plain' } },
  'leads.removeDoNotCallList': { ok: 404, params: () => ({ listId: newId() }) },
  'leads.setFlagStatus': { ok: 400, params: () => ({ flagId: newId() }), body: { status: 'no such status' } },
  'leads.leadStatistics': { ok: 200 },
  'leads.listLeadsOfZip': { ok: 200, params: withZip },
  'leads.listExports': { ok: 200 },
  'leads.forgetExports': { ok: 200 },
  'leads.fileChoice': { ok: 200 },
  'leads.putFileChoice': { ok: 200, body: {} },
  'leads.listOwnLists': { ok: 200 },
  'leads.removeOwnList': { ok: 200, params: () => ({ kind: 'customers' }) },
  'leads.uploadOwnList': {
    ok: 400,
    params: () => ({ kind: 'do-not-call' }),
    headers: { 'content-type': 'text/plain' },
  },
  // They have no closings, and so no file.
  'leads.makeFile': { ok: 200, body: {}, but: { 'another user': 204, admin: 204 } },
  'leads.countFile': { ok: 200 },
  'leads.exportAgain': { ok: 404, params: () => ({ exportId: newId() }) },
  // The request lacks the ZIPs in its query.
  'leads.zipFigures': { ok: 400 },
  'leads.today': { ok: 200 },
  'leads.visitToday': { ok: 200, body: {} },
  'leads.putOutcome': {
    ok: 404,
    params: () => ({ outcomeId: newId() }),
    body: { agentId: newId(), outcome: 'called' },
  },
  'leads.listOutcomes': { ok: 200 },
  'leads.readAgent': { ok: 404, params: () => ({ agentId: newId() }) },
  'leads.watchAgent': { ok: 404, params: () => ({ agentId: newId() }) },
  'leads.unwatchAgent': { ok: 200, params: () => ({ agentId: newId() }) },
  'leads.listViews': { ok: 200 },
  'leads.putView': {
    ok: 200,
    params: () => ({ id: newId() }),
    body: { name: 'Mine', sort: 'reason', search: '', zips: [], isStart: false },
  },
  'leads.deleteView': { ok: 200, params: () => ({ id: newId() }) },
  'leads.undoOutcome': { ok: 200, params: () => ({ outcomeId: newId() }) },
  'leads.getDigest': { ok: 200 },
  'leads.putDigest': bad,
  'leads.sendDigest': { ok: 200, body: {} },
  'leads.apiAccess': { ok: 200 },
  'leads.listAgentsProperties': { ok: 200 },
  'leads.ingestionState': { ok: 200 },
  'leads.undoDelivery': { ok: 404, params: () => ({ batchId: newId() }) },
  'leads.batchTotals': internal,
  'leads.retractLeads': { ok: 200, body: { mlsIds: ['no-such-listing'] } },
  'leads.batchOf': { ok: 404, params: () => ({ batchId: newId() }) },
  'leads.optOut': bad,
  // The request lacks the token in its query.
  'leads.optOutLink': { ok: 400 },
  'leads.confirmOptOut': { ok: 404, body: { token: 'x'.repeat(32) } },
  'leads.listOptOuts': { ok: 200 },
  'leads.reviewOptOut': { ok: 404, params: () => ({ optOutId: newId() }), body: { decision: 'refuse' } },
  'leads.undoOptOut': { ok: 404, params: () => ({ optOutId: newId() }) },

  'notifications.exportUser': internal,
  'notifications.sendTrialNotifications': { ok: 400, body: { daysBeforeExpiration: 31 } },
  'notifications.listMails': { ok: 200 },
  'notifications.mailsByMonth': { ok: 200 },
  'notifications.replayMail': { ok: 404, params: () => ({ id: newId() }) },
  'notifications.unsubscribe': { ok: 404, params: () => ({ token: 'x'.repeat(32) }) },
  'notifications.emailStatus': { ok: 200 },
  'notifications.testEmail': { ok: 202 },
  // The request lacks the users in its query.
  'notifications.listMarkedUsers': { ok: 400 },
  'notifications.endAddressMark': { ok: 404, params: () => ({ userId: newId() }) },
  'notifications.sendMail': internal,

  'content.exportUser': internal,
  'content.listArticles': { ok: 200 },
  'content.sendContactMessage': bad,
  'content.listAllArticles': { ok: 200 },
  'content.createArticle': bad,
  'content.updateArticle': { ...bad, params: ({ articleId }) => ({ id: articleId }) },
  'content.deleteArticle': { ok: 200, params: ({ articleId }) => ({ id: articleId }) },
  'content.listSettings': { ok: 200 },
  'content.putSetting': bad,
  'content.resetSetting': { ok: 400, params: () => ({ key: 'no_such_setting' }) },

  'leads.ingestLeads': { ok: 200, body: [], headers: { 'content-type': 'application/json' } },
  // The request lacks the contact in its query.
  'leads.findIdentities': { ok: 400 },
  'leads.splitIdentity': { ...bad, params: () => ({ identityId: newId() }) },
  'leads.mergeIdentities': { ...bad, params: () => ({ identityId: newId() }) },
  'leads.listSources': { ok: 200 },
  'leads.createSource': bad,
  'leads.closingsOfSource': { ok: 200, params: () => ({ sourceId: '1' }) },
  'leads.updateSource': { ...bad, params: () => ({ sourceId: '1' }) },
  'leads.saveFeed': { ...bad, params: () => ({ sourceId: '1' }) },
  'leads.testFeed': { ok: 404, params: () => ({ sourceId: '1' }) },
  'leads.pullFeed': { ok: 404, params: () => ({ sourceId: '1' }) },
  'leads.deliverFile': { ok: 400, body: {}, headers: { 'content-type': 'application/json' } },
  'leads.uploadDeletionList': { ok: 400, headers: { 'content-type': 'text/csv' } },
  'leads.deletionReply': { ok: 404, params: () => ({ listId: newId() }) },
  'leads.deliveryRejects': { ok: 404, params: () => ({ batchId: newId() }) },
  'leads.exportAgentsCsv': { ok: 200, body: {}, headers: { accept: 'text/csv' } },
  'auth.authWire': { ok: 200, params: () => ({ '*': '.well-known/jwks.json' }) },
  'auth.confirmEmail': { ok: 303 },
  'auth.login': { ok: 303 },
  'billing.stripeWebhook': bad,
  'billing.billingPortal': { ok: 303, but: { suspended: 403 } },
  // The local platform sets no secret, so this route is off.
  'notifications.mailEvents': { ok: 404, body: {} },
  'notifications.unsubscribePage': { ok: 303, params: () => ({ token: 'x'.repeat(32) }) },
  'content.sitemap': { ok: 200 },
};
