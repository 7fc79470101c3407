import { type AnySchema, ContractProcedure, type ErrorMap } from '@orpc/contract';
import { z } from 'zod';
import { adminClosing, hiddenClosings } from './admin-closings.ts';
import { api } from './api.ts';
import { accountStanding, subscription } from './billing.ts';
import { adminZip, zip } from './catalog.ts';
import { adminArticle, helpArticle, setting } from './content.ts';
import { closing, leadPage } from './lead.ts';
import { leadFlag, leadList } from './leads.ts';
import type { RouteMeta } from './route.ts';
import { user } from './user.ts';

/** Returns the call with another reply schema. */
function readAs<Input extends AnySchema, Failures extends ErrorMap, Reply extends z.ZodType>(
  call: ContractProcedure<Input, AnySchema, Failures, RouteMeta>,
  outputSchema: Reply,
): ContractProcedure<Input, Reply, Failures, RouteMeta> {
  return new ContractProcedure({ ...call['~orpc'], outputSchema });
}

/** Returns the default of a missing text, flag or nullable member; undefined for other members. */
function emptyOf(member: z.core.$ZodType): '' | null | false | undefined {
  const { def } = member._zod;
  if (def.type === 'nullable') return null;
  if (def.type === 'boolean') return false;
  return def.type === 'string' && !('format' in def) ? '' : undefined;
}

/**
 * Returns a schema that accepts missing members: texts become empty, nullable members null, flags false. Members in
 * `needed`, numbers, dates and objects stay required.
 */
function lenient<S extends z.ZodObject>(schema: S, ...needed: (keyof z.output<S>)[]): S {
  const members = Object.entries(schema.shape).map(([name, member]) => {
    const empty = emptyOf(member);
    if (empty === undefined || needed.includes(name)) return [name, member];
    return [name, z._default(member, empty)];
  });
  return z.looseObject(Object.fromEntries(members)) as unknown as S;
}

/** Returns null for a reply that does not match the schema. */
const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().catch(null);

/** For calls whose reply is not read. */
const anything = z.unknown();

const readUser = lenient(user, 'id', 'email').extend({
  status: user.shape.status.default('active'),
  emailNotifications: z.boolean().default(true),
  createdAt: user.shape.createdAt.optional(),
  // Without it the server knows no Terms of use, so nobody is asked.
  termsVersion: user.shape.termsVersion.optional(),
});
/** A change's reply. Missing members stay missing: an empty default would overwrite the screen's value. */
const changedUser = z.looseObject({ ...user.partial().shape, id: user.shape.id, email: user.shape.email });
const assigned = z.object({ message: z.string().optional(), isUnchanged: z.boolean().optional() });
const changedZip = z.looseObject({ ...zip.partial().shape, id: zip.shape.id });

const readUsers = z.object({ users: z.array(readUser), total: z.int().optional() });

const readStanding = lenient(accountStanding).extend({
  id: accountStanding.shape.id.optional(),
  paymentState: accountStanding.shape.paymentState.optional(),
  trialZips: z.int().optional(),
  unpaidZipCount: z.int().optional(),
  grantedZipCount: z.int().optional(),
});

const readSubscription = lenient(subscription).extend({
  kind: subscription.shape.kind.optional(),
  zipCode: subscription.shape.zipCode.partial({ id: true }),
  createdAt: subscription.shape.createdAt.optional(),
});

const readClosing = lenient(closing, 'fullName').extend({ property: lenient(closing.shape.property, 'zip') });
const readLeadPage = leadPage.extend({ agents: z.array(readClosing), page: z.int().optional() });

const readFlag = leadFlag.extend({
  agent: lenient(leadFlag.shape.agent),
  user: lenient(leadFlag.shape.user),
});

const readList = leadList.partial({ updatedAt: true, dateFrom: true, dateTo: true });
const readZip = lenient(zip, 'id', 'zipCode', 'isAvailable').extend({
  occupiedIndustries: zip.shape.occupiedIndustries.default([]),
  kind: zip.shape.kind.default('standard'),
});
const readAdminZip = readZip.extend({ claims: adminZip.shape.claims.default([]) });
const readArticle = lenient(adminArticle, 'id', 'question').partial({ createdAt: true });

const { auth, billing, catalog, content, leads } = api;

/**
 * The contract with the replies that screens accept: they need only the members of the specification's section 7. If a
 * member that the product adds is missing, the screen omits the element that shows it. Services still return all of
 * `api`.
 */
export const screenApi = {
  ...api,
  auth: {
    ...auth,
    currentUser: readAs(auth.currentUser, readUser.nullable()),
    signIn: readAs(
      auth.signIn,
      z.object({ user: readUser, secondFactorRequired: z.boolean().default(false) }),
    ),
    signUp: readAs(auth.signUp, anything),
    signOut: readAs(auth.signOut, anything),
    requestPasswordReset: readAs(auth.requestPasswordReset, anything),
    updatePassword: readAs(auth.updatePassword, anything),
    updatePreferences: readAs(auth.updatePreferences, orNull(changedUser)),
    updateProfile: readAs(auth.updateProfile, orNull(changedUser)),
    deleteAccount: readAs(auth.deleteAccount, anything),
    endSession: readAs(auth.endSession, anything),
    endOtherSessions: readAs(auth.endOtherSessions, anything),
    revokeApiKey: readAs(auth.revokeApiKey, anything),
    listUsers: readAs(auth.listUsers, readUsers),
    searchUsers: readAs(auth.searchUsers, readUsers),
    setUserStatus: readAs(auth.setUserStatus, orNull(changedUser)),
    setUserDetails: readAs(auth.setUserDetails, orNull(changedUser)),
  },
  billing: {
    ...billing,
    standing: readAs(billing.standing, readStanding),
    listSubscriptions: readAs(billing.listSubscriptions, z.array(readSubscription)),
    subscribe: readAs(
      billing.subscribe,
      z.object({
        success: z.boolean().optional(),
        trialUser: z.boolean().optional(),
        message: z.string().optional(),
        checkoutUrl: z.string().optional(),
      }),
    ),
    unsubscribe: readAs(billing.unsubscribe, anything),
    convertTrial: readAs(billing.convertTrial, orNull(z.object({ checkoutUrl: z.string().optional() }))),
    openPortal: readAs(billing.openPortal, orNull(z.object({ url: z.string().optional() }))),
    verifyPayment: readAs(
      billing.verifyPayment,
      z.object({
        success: z.boolean(),
        converted: z.boolean().default(false),
        subscriptionCount: z.int().optional(),
      }),
    ),
    verifyPaymentSetup: readAs(
      billing.verifyPaymentSetup,
      orNull(z.object({ success: z.boolean().optional() })),
    ),
    stripeMode: readAs(
      billing.stripeMode,
      z.object({
        testMode: z.boolean(),
        publishableKey: z.string().default(''),
        scriptUrl: z.string().nullable().default(null),
      }),
    ),
    listAllSubscriptions: readAs(
      billing.listAllSubscriptions,
      z.array(readSubscription.extend({ userId: z.string().optional(), email: z.string().default('') })),
    ),
  },
  catalog: {
    ...catalog,
    listZips: readAs(
      catalog.listZips,
      z.object({
        zipCodes: z.array(readZip),
        total: z.int().optional(),
        hasMore: z.boolean().default(false),
      }),
    ),
    listAllZips: readAs(
      catalog.listAllZips,
      z.object({
        zipCodes: z.array(readAdminZip),
        total: z.int().optional(),
        available: z.int().optional(),
      }),
    ),
    createZip: readAs(catalog.createZip, anything),
    importZips: readAs(
      catalog.importZips,
      z.object({
        created: z.int(),
        skipped: z.int(),
        errors: z.array(z.object({ rowIndex: z.int().optional(), message: z.string() })).catch([]),
        skippedRows: z.array(z.int()).optional(),
      }),
    ),
    setPrice: readAs(catalog.setPrice, orNull(changedZip)),
    setAvailability: readAs(catalog.setAvailability, orNull(changedZip)),
    setScrapeActive: readAs(catalog.setScrapeActive, orNull(changedZip)),
    assignZip: readAs(catalog.assignZip, orNull(assigned)),
  },
  leads: {
    ...leads,
    listAgents: readAs(leads.listAgents, readLeadPage),
    exportAgents: readAs(leads.exportAgents, z.object({ agents: z.array(readClosing) })),
    listLeadLists: readAs(leads.listLeadLists, z.array(readList)),
    listZipAgents: readAs(leads.listZipAgents, z.union([z.array(readClosing), readLeadPage])),
    flagLead: readAs(leads.flagLead, anything),
    listFlags: readAs(
      leads.listFlags,
      z.object({ leadFlags: z.array(readFlag), total: z.int().optional(), pending: z.int().optional() }),
    ),
    setFlagStatus: readAs(leads.setFlagStatus, orNull(readFlag)),
    listLeadsOfZip: readAs(
      leads.listLeadsOfZip,
      z.object({
        agents: z.array(readClosing.extend({ wrongContacts: adminClosing.shape.wrongContacts })),
        total: z.int().optional(),
        hidden: hiddenClosings.optional(),
      }),
    ),
  },
  content: {
    ...content,
    listArticles: readAs(content.listArticles, z.array(lenient(helpArticle, 'id', 'question'))),
    sendContactMessage: readAs(content.sendContactMessage, anything),
    listAllArticles: readAs(content.listAllArticles, z.object({ articles: z.array(readArticle) })),
    createArticle: readAs(content.createArticle, anything),
    updateArticle: readAs(content.updateArticle, anything),
    deleteArticle: readAs(content.deleteArticle, anything),
    listSettings: readAs(
      content.listSettings,
      z.object({
        settings: z.array(
          setting.extend({ description: z.string().default(''), isDefault: z.boolean().default(false) }),
        ),
      }),
    ),
    putSetting: readAs(content.putSetting, anything),
  },
};

export type User = z.output<typeof readUser>;
export type ChangedUser = z.output<typeof changedUser>;
export type AccountStanding = z.output<typeof readStanding>;
export type Subscription = z.output<typeof readSubscription>;
export type Zip = z.output<typeof readZip>;
export type AdminZip = z.output<typeof readAdminZip>;
export type AdminArticle = z.output<typeof readArticle>;
export type LeadFlag = z.output<typeof readFlag>;
export type LeadList = z.output<typeof readList>;
