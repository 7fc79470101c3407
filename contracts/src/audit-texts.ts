import type { AuditChange } from './audit.ts';
import { settingKey, settingTable } from './content.ts';

/**
 * Text of a request on a route: present tense, past tense, object. The subject of the request, if known, replaces the
 * words in braces.
 */
type RouteAction = readonly [does: string, did: string, what: string];

/** Texts of all routes that the gateway audits: every route except the internal ones. */
export const routeActions: Readonly<Record<string, RouteAction>> = {
  'auth.currentUser': ['read', 'read', 'their profile'],
  'auth.signIn': ['sign', 'signed', 'in'],
  'auth.signUp': ['sign', 'signed', 'up'],
  'auth.signOut': ['sign', 'signed', 'out'],
  'auth.requestPasswordReset': ['ask', 'asked', 'for a password reset'],
  'auth.updatePassword': ['set', 'set', 'a new password'],
  'auth.updatePreferences': ['change', 'changed', 'their email notifications'],
  'auth.mailedLink': ['open', 'opened', 'the page of a mailed link'],
  'auth.pressMailedLink': ['use', 'used', 'a mailed link'],
  'auth.updateProfile': ['change', 'changed', 'their profile'],
  'auth.acceptTerms': ['accept', 'accepted', 'the Terms of use'],
  'auth.setCompany': ['set', 'set', 'their industry and company'],
  'auth.exportAccount': ['export', 'exported', 'their account'],
  'auth.deleteAccount': ['delete', 'deleted', 'their account'],
  'auth.listSessions': ['list', 'listed', 'their sessions'],
  'auth.endSession': ['end', 'ended', 'one of their sessions'],
  'auth.endOtherSessions': ['end', 'ended', 'their other sessions'],
  'auth.listApiKeys': ['list', 'listed', 'their API keys'],
  'auth.createApiKey': ['make', 'made', 'an API key'],
  'auth.rollApiKey': ['roll', 'rolled', 'an API key'],
  'auth.revokeApiKey': ['revoke', 'revoked', 'an API key'],
  'auth.listUsers': ['list', 'listed', 'the users'],
  'auth.searchUsers': ['search', 'searched', 'the users'],
  'auth.userStatistics': ['read', 'read', 'the statistics of sign-ups'],
  'auth.readCustomer': ['read', 'read', 'the account of a user'],
  'auth.customerAccess': ['read', 'read', 'the sessions and API keys of a user'],
  'auth.setUserStatus': ['change', 'changed', 'the status of a user'],
  'auth.setUserDetails': ['change', 'changed', 'the details of a user'],
  'auth.searchAudit': ['search', 'searched', 'the audit log'],
  'auth.systemState': ['read', 'read', 'the state of the system'],
  'auth.listDeadLetters': ['list', 'listed', 'the dead letters of a consumer group'],
  'auth.replayDeadLetters': ['send', 'sent', 'dead letters to their consumer group again'],
  'auth.discardDeadLetters': ['discard', 'discarded', 'dead letters of a consumer group'],
  'auth.authWire': ['call', 'called', 'the sign-in protocol'],
  'auth.confirmEmail': ['open', 'opened', 'a mailed link'],
  'auth.login': ['open', 'opened', 'the sign-in page'],
  'catalog.listZips': ['list', 'listed', 'ZIPs'],
  'catalog.checkZips': ['check', 'checked', 'which ZIPs are free'],
  'catalog.findArea': ['search', 'searched', 'the catalog'],
  'catalog.listOwnClaims': ['list', 'listed', 'the exclusive ZIPs of the account'],
  'catalog.mapZips': ['open', 'opened', 'the map of a state'],
  'catalog.listZipWaits': ['list', 'listed', 'the ZIPs that they wait for'],
  'catalog.waitForZip': ['wait', 'waited', 'for {a ZIP}'],
  'catalog.stopWaiting': ['stop', 'stopped', 'waiting for {a ZIP}'],
  'catalog.listAllZips': ['list', 'listed', 'the ZIPs of the catalog'],
  'catalog.createZip': ['add', 'added', '{a ZIP} to the catalog'],
  'catalog.importZips': ['import', 'imported', 'ZIPs into the catalog'],
  'catalog.setPrice': ['change', 'changed', 'the price of {a ZIP}'],
  'catalog.setAvailability': ['switch', 'switched', '{a ZIP} on or off'],
  'catalog.setScrapeActive': ['switch', 'switched', 'the daily refresh of {a ZIP} on or off'],
  'catalog.assignZip': ['assign', 'assigned', '{a ZIP} to a user'],
  'catalog.unassignZip': ['take', 'took', '{a ZIP} from a user'],
  'catalog.listWebhookDeliveries': ['list', 'listed', 'the webhook deliveries'],
  'catalog.webhookDelivery': ['open', 'opened', 'a webhook delivery'],
  'catalog.replayWebhookDelivery': ['send', 'sent', 'a webhook delivery again'],
  'billing.standing': ['read', 'read', 'their standing'],
  'billing.listSubscriptions': ['list', 'listed', 'their subscriptions'],
  'billing.overview': ['read', 'read', 'their bill'],
  'billing.quote': ['ask', 'asked', 'for a quote'],
  'billing.subscribe': ['order', 'ordered', 'ZIPs'],
  'billing.unsubscribe': ['end', 'ended', 'a subscription'],
  'billing.convertTrial': ['pay', 'paid', 'for the ZIPs of their trial'],
  'billing.modeSwitch': ['read', 'read', 'what a switch of the payment mode means'],
  'billing.openPortal': ['open', 'opened', 'the billing portal'],
  'billing.billingPortal': ['open', 'opened', 'the billing portal'],
  'billing.verifyPayment': ['come', 'came', 'back from a checkout'],
  'billing.setUpPayment': ['begin', 'began', 'to put a card on file'],
  'billing.verifyPaymentSetup': ['put', 'put', 'a card on file'],
  'billing.stripeMode': ['read', 'read', 'the mode of payments'],
  'billing.listAllSubscriptions': ['list', 'listed', 'all subscriptions'],
  'billing.readBusiness': ['read', 'read', 'the figures of the business'],
  'billing.businessRows': ['list', 'listed', 'the rows behind a figure of the business'],
  'billing.customerMoney': ['read', 'read', 'the payments of a user'],
  'billing.customerCard': ['read', 'read', 'the card and next charge of a user'],
  'billing.countSubscriptions': ['count', 'counted', 'the subscriptions'],
  'billing.paymentStatistics': ['read', 'read', 'the statistics of payments'],
  'billing.readBooks': ['read', 'read', 'the comparison of the books'],
  'billing.compareBooks': ['compare', 'compared', 'the books'],
  'billing.stripeWebhook': ['send', 'sent', 'an event of the payment provider'],
  'leads.optOut': ['ask', 'asked', 'for an opt-out'],
  'leads.optOutLink': ['look', 'looked', 'at the link of an opt-out'],
  'leads.confirmOptOut': ['confirm', 'confirmed', 'an opt-out by its link'],
  'leads.listOptOuts': ['list', 'listed', 'the opt-outs'],
  'leads.reviewOptOut': ['decide', 'decided', 'on an opt-out'],
  'leads.undoOptOut': ['undo', 'undid', 'an opt-out'],
  'leads.listAgents': ['list', 'listed', 'closings'],
  'leads.summariseAgents': ['read', 'read', 'a summary of closings'],
  'leads.getDigest': ['read', 'read', 'when the email with new agents comes'],
  'leads.putDigest': ['choose', 'chose', 'when the email with new agents comes'],
  'leads.sendDigest': ['ask', 'asked', 'for an email with new agents'],
  'leads.zipFigures': ['read', 'read', 'the counts of ZIPs'],
  'leads.today': ['list', 'listed', 'the agents of the week'],
  'leads.visitToday': ['look', 'looked', 'at the agents of the week'],
  'leads.putOutcome': ['note', 'noted', 'an outcome with an agent'],
  'leads.undoOutcome': ['remove', 'removed', 'an outcome with an agent'],
  'leads.listOutcomes': ['list', 'listed', 'their outcomes with agents'],
  'leads.readAgent': ['open', 'opened', 'the page of an agent'],
  'leads.watchAgent': ['begin', 'began', 'to watch an agent'],
  'leads.unwatchAgent': ['stop', 'stopped', 'watching an agent'],
  'leads.listViews': ['list', 'listed', 'their views'],
  'leads.putView': ['save', 'saved', 'a view'],
  'leads.deleteView': ['delete', 'deleted', 'a view'],
  'leads.makeFile': ['export', 'exported', 'a file of closings'],
  'leads.countFile': ['count', 'counted', 'the rows of a file'],
  'leads.exportAgain': ['download', 'downloaded', 'an earlier export again'],
  'leads.listExports': ['list', 'listed', 'their exports'],
  'leads.endExport': ['export', 'exported', 'a file of lists'],
  'leads.forgetExports': ['forget', 'forgot', 'their exports'],
  'leads.fileChoice': ['read', 'read', 'their choice of a file'],
  'leads.putFileChoice': ['change', 'changed', 'their choice of a file'],
  'leads.listOwnLists': ['list', 'listed', 'their own lists'],
  'leads.uploadOwnList': ['upload', 'uploaded', 'a list of their own'],
  'leads.removeOwnList': ['remove', 'removed', 'a list of their own'],
  'leads.exportAgents': ['export', 'exported', 'closings'],
  'leads.listLeadLists': ['list', 'listed', 'their lead lists'],
  'leads.listZipAgents': ['list', 'listed', 'the closings of {a ZIP}'],
  'leads.ownFlags': ['list', 'listed', 'their lead flags'],
  'leads.flagLead': ['flag', 'flagged', 'a lead'],
  'leads.listFlags': ['list', 'listed', 'the flagged leads'],
  'leads.setFlagStatus': ['change', 'changed', 'the status of a flagged lead'],
  'leads.confirmWrongContact': ['confirm', 'confirmed', 'a wrong contact'],
  'leads.takeBackWrongContact': ['take', 'took', 'back that a contact is wrong'],
  'leads.setClosingHidden': ['hide', 'hid', 'a flagged closing or show it again'],
  'leads.correctClosing': ['correct', 'corrected', 'a flagged closing'],
  'leads.closingContacts': ['read', 'read', 'the state of contacts'],
  'leads.contactsOverview': ['read', 'read', 'the evidence about contacts'],
  'leads.uploadDoNotCallList': ['upload', 'uploaded', 'a do-not-call list'],
  'leads.removeDoNotCallList': ['remove', 'removed', 'a do-not-call list'],
  'catalog.readSoldOut': ['read', 'read', 'the share of sold ZIPs'],
  'catalog.takenZips': ['list', 'listed', 'the sold ZIPs'],
  'notifications.mailsByMonth': ['count', 'counted', 'the mails by month'],
  'leads.leadStatistics': ['read', 'read', 'the statistics of leads'],
  'leads.listLeadsOfZip': ['list', 'listed', 'the leads of {a ZIP}'],
  'leads.listRejectedRows': ['list', 'listed', 'the rejected rows'],
  'leads.explainLists': ['look', 'looked', 'why the lists of a user have their closings'],
  'leads.customerDeliveries': ['list', 'listed', 'the deliveries for a user'],
  'leads.apiAccess': ['read', 'read', 'their access to the API'],
  'leads.listAgentsProperties': ['read', 'read', 'leads'],
  'leads.ingestionState': ['read', 'read', 'the deliveries of leads'],
  'leads.retractLeads': ['retract', 'retracted', 'listings'],
  'leads.undoDelivery': ['undo', 'undid', 'a delivery of leads'],
  'leads.batchOf': ['read', 'read', 'the state of a delivery of leads'],
  'leads.ingestLeads': ['deliver', 'delivered', 'leads'],
  'leads.findIdentities': ['look', 'looked', 'for agents'],
  'leads.splitIdentity': ['split', 'split', 'an agent'],
  'leads.mergeIdentities': ['merge', 'merged', 'two agents'],
  'leads.listDeletionLists': ['list', 'listed', 'the deletion requests'],
  'leads.uploadDeletionList': ['upload', 'uploaded', 'a list of deletion requests'],
  'leads.deletionReply': ['download', 'downloaded', 'the reply to a list of deletion requests'],
  'leads.listSources': ['list', 'listed', 'the sources of leads'],
  'leads.closingsOfSource': ['count', 'counted', 'the closings of a source'],
  'leads.createSource': ['add', 'added', 'a source of leads'],
  'leads.updateSource': ['change', 'changed', 'the license of a source'],
  'leads.saveFeed': ['set up', 'set up', 'a feed of a source'],
  'leads.testFeed': ['test', 'tested', 'the connection of a feed'],
  'leads.pullFeed': ['start', 'started', 'a pull of a feed'],
  'leads.deliverFile': ['deliver', 'delivered', 'a file of leads'],
  'leads.deliveryRejects': ['download', 'downloaded', 'the rejects of a delivery'],
  'notifications.sendTrialNotifications': ['send', 'sent', 'reminders of ending trials'],
  'notifications.listEndingTrials': ['list', 'listed', 'the trials that end next'],
  'notifications.listMails': ['list', 'listed', 'the mails'],
  'notifications.replayMail': ['send', 'sent', 'a mail again'],
  'notifications.unsubscribe': ['stop', 'stopped', 'notices by their link'],
  'notifications.emailStatus': ['read', 'read', 'whether email reaches them'],
  'notifications.testEmail': ['ask', 'asked', 'for a test email'],
  'notifications.listMarkedUsers': ['list', 'listed', 'addresses that get no notices'],
  'notifications.endAddressMark': ['end', 'ended', 'the mark of an email address'],
  'notifications.mailEvents': ['send', 'sent', 'events of the mail provider'],
  'notifications.unsubscribePage': ['open', 'opened', 'the link that stops notices'],
  'content.listArticles': ['list', 'listed', 'the help articles'],
  'content.sendContactMessage': ['write', 'wrote', 'to support'],
  'content.listAllArticles': ['list', 'listed', 'the help articles with drafts'],
  'content.createArticle': ['write', 'wrote', 'a help article'],
  'content.updateArticle': ['change', 'changed', 'a help article'],
  'content.deleteArticle': ['delete', 'deleted', 'a help article'],
  'content.listSettings': ['list', 'listed', 'the settings'],
  'content.putSetting': ['change', 'changed', 'the setting {of the site}'],
  'content.resetSetting': ['reset', 'reset', 'the setting {of the site}'],
  'content.sitemap': ['read', 'read', 'the sitemap'],
};

/** Returns the text of a finished request whose changes tell what was done; undefined if the usual text fits. */
const doneActions: Readonly<Record<string, (changes: readonly AuditChange[]) => string | undefined>> = {
  'leads.setClosingHidden': changes => {
    const hidden = changes.find(({ field }) => field === 'isHidden');
    if (!hidden) return 'left a flagged closing as it was';
    return hidden.to === 'yes' ? 'hid a flagged closing' : 'showed a hidden closing again';
  },
  'leads.confirmWrongContact': changes =>
    changes.some(({ field, to }) => field === 'credit' && to === 'requested')
      ? 'confirmed a wrong contact and asked for its credit'
      : undefined,
  'catalog.assignZip': changes =>
    changes.some(({ field }) => field === 'isUnchanged')
      ? 'changed nothing: the user had {a ZIP} already'
      : undefined,
};

/** Texts of requests that only check; their entry has the change `isCheck`. */
const checkActions: Readonly<Record<string, RouteAction>> = {
  'leads.deliverFile': ['check', 'checked', 'a file of leads'],
  'catalog.importZips': ['check', 'checked', 'ZIPs to import'],
  'leads.uploadDoNotCallList': ['check', 'checked', 'a do-not-call list'],
};

function nameOf(subject: string): string {
  const key = settingKey.safeParse(subject);
  return key.success ? `“${settingTable[key.data].title}”` : subject;
}

/** Routes for the key of a lead source. */
export const sourceRoutes: readonly string[] = ['leads.ingestLeads', 'leads.batchOf', 'leads.retractLeads'];

/** Returns the kind of a key without an owner. Only an accepted key proves its kind. */
export function keyHolderText(route: string, { isProven }: { isProven: boolean }): string {
  if (!isProven) return 'Unverified key';
  return sourceRoutes.includes(route) ? 'Lead source' : 'API key without an owner';
}

/**
 * Describes a request, such as 'changed the price of 98101', or 'tried to …' if it was refused. Undefined for a
 * route that no longer exists.
 */
export function routeActionText(
  route: string,
  { subject, isDone, changes = [] }: { subject: string; isDone: boolean; changes?: readonly AuditChange[] },
): string | undefined {
  const isCheck = changes.some(({ field }) => field === 'isCheck');
  const action = (isCheck && checkActions[route]) || routeActions[route];
  if (!action) return undefined;
  const [does, did, what] = action;
  const special = isDone ? doneActions[route]?.(changes) : undefined;
  const text = special ?? `${isDone ? did : `tried to ${does}`} ${what}`;
  return text.replace(/\{(.*?)\}/, (_all, words) => nameOf(subject) || words);
}
