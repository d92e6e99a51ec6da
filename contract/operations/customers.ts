import * as z from 'zod/mini'
import { Invoice } from '#contract/billing/invoices.ts'
import { Subscription } from '#contract/billing/subscriptions.ts'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { User } from '#contract/identity/session.ts'
import { License, LicenseStatus } from '#contract/licensing/licenses.ts'
import { Tag, TagCount } from '#contract/licensing/tags.ts'
import { listQuery, PAGE, pageQuery, Search, TagSearch } from '#contract/lists.ts'
import { BillingStatus, Organization } from '#contract/operations/organizations.ts'
import { ListedTicket } from '#contract/support/tickets.ts'
import { Instant, RequestedInstant } from '#contract/text.ts'

/** 'pending': waits for approval. */
export const CustomerStatus = z.enum(['active', 'pending', 'suspended'])
export type CustomerStatus = z.infer<typeof CustomerStatus>

/** An organization as staff see it. Everything here may be read by agents: no bank references, payments or credentials. */
export const Customer = z.extend(z.pick(Organization, { id: true, name: true, contactEmail: true, createdAt: true }), {
  status: CustomerStatus,
  billingStatus: BillingStatus,
  /** Null without a live subscription. */
  planName: z.nullable(z.string()),
  seats: z.int32(),
  seatsUsed: z.int32(),
  /** Open or in progress. */
  openTickets: z.int32(),
  tags: z.array(z.string()),
  /** The staff member who looks after it. */
  owner: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})
export type Customer = z.infer<typeof Customer>

export const CustomerDetail = z.extend(Customer, {
  ...z.pick(Organization, { phone: true, address: true, billingType: true }).shape,
  /** Null: not suspended. The reason is null for suspensions older than reasons. */
  suspension: z.nullable(z.object({ since: Instant, reason: z.nullable(z.string()) })),
  subscription: z.nullable(
    z.pick(Subscription, {
      status: true,
      isTrial: true,
      features: true,
      currentPeriodStart: true,
      currentPeriodEnd: true,
    }),
  ),
  licenses: z.record(LicenseStatus, z.int32()),
  people: z.int32(),
  invoices: z.int32(),
  tickets: z.int32(),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const CustomerPerson = z.extend(
  z.pick(User, {
    id: true,
    firstName: true,
    lastName: true,
    email: true,
    role: true,
    status: true,
    isEmailVerified: true,
    isMfaEnabled: true,
    createdAt: true,
  }),
  { lastSignIn: z.nullable(Instant) },
)
export type CustomerPerson = z.infer<typeof CustomerPerson>

export const CustomerLicense = z.extend(
  z.pick(License, {
    id: true,
    label: true,
    description: true,
    tags: true,
    status: true,
    deviceFingerprint: true,
    deviceName: true,
    deviceOs: true,
    lastCheckIn: true,
    appVersion: true,
    offlineUntil: true,
    createdAt: true,
  }),
  {
    /** Enough of the key to recognize it by. The whole key is a credential. */
    keyStart: z.string(),
  },
)
export type CustomerLicense = z.infer<typeof CustomerLicense>

export const CustomerInvoice = z.pick(Invoice, {
  id: true,
  invoiceNumber: true,
  amount: true,
  status: true,
  createdAt: true,
})
export type CustomerInvoice = z.infer<typeof CustomerInvoice>

export const CustomerTicket = z.extend(
  z.pick(ListedTicket, {
    id: true,
    ticketNumber: true,
    title: true,
    status: true,
    priority: true,
    createdAt: true,
    updatedAt: true,
    assigneeName: true,
  }),
  { requester: z.string() },
)
export type CustomerTicket = z.infer<typeof CustomerTicket>

export const CustomerFilter = z.object({
  /** Name and contact address of the organization, and names and addresses of its people. */
  search: Search,
  status: z.optional(CustomerStatus),
  billingStatus: z.optional(BillingStatus),
  tag: TagSearch,
  owner: z.optional(z.union([z.uuid({ abort: true }), z.enum(['me', 'none'])])),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

export const CUSTOMER_TAGS_MAX = 10
export const NO_SUCH_OWNER = 'The account owner must be active staff.'

export const CustomerTags = z.object({
  tags: z.array(Tag).check(z.maxLength(CUSTOMER_TAGS_MAX, `A customer can have at most ${CUSTOMER_TAGS_MAX} tags.`)),
})

/** Null shows it again. */
export const CustomerSnooze = z.object({ until: z.nullable(RequestedInstant) })

export const CustomerOwner = z.object({ ownerId: z.nullable(z.uuid()) })

const url = '/api/customers'

export const customers = {
  list: {
    method: 'GET',
    url,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List organizations by name, with their billing status, seats and open tickets',
      querystring: z.extend(CustomerFilter, PAGE),
      response: { 200: z.array(Customer), ...refusals },
    },
  },
  tags: {
    method: 'GET',
    url: `${url}/tags`,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List the tags of organizations with their counts',
      response: { 200: z.array(TagCount), ...refusals },
    },
  },
  setTags: {
    method: 'PUT',
    url: `${url}/:id/tags`,
    config: { access: 'admin customers:write', harmless: 'Only labels an organization for staff' },
    schema: {
      summary: 'Replace the tags of an organization',
      params: IdParams,
      body: CustomerTags,
      response: { 200: CustomerDetail, ...refusals },
    },
  },
  setOwner: {
    method: 'PUT',
    url: `${url}/:id/owner`,
    config: { access: 'admin customers:write', harmless: 'Only says who looks after an organization' },
    schema: {
      summary: 'Set or clear the staff member who looks after an organization',
      params: IdParams,
      body: CustomerOwner,
      response: { 200: CustomerDetail, ...refusals },
    },
  },
  snooze: {
    method: 'PUT',
    url: `${url}/:id/snooze`,
    config: { access: 'admin customers:write', harmless: 'Only hides a row of the admins’ list of what to do' },
    schema: {
      summary: 'Hide what an organization waits for from the list of what to do, until a time or a further matter',
      params: IdParams,
      body: CustomerSnooze,
      response: { 200: Done, ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: `${url}/:id`,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'Get an organization with its subscription, seats and counts',
      params: IdParams,
      response: { 200: CustomerDetail, ...refusals },
    },
  },
  people: {
    method: 'GET',
    url: `${url}/:id/people`,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List the people of an organization by name, with their last sign-in',
      params: IdParams,
      querystring: z.extend(pageQuery, { search: Search }),
      response: { 200: z.array(CustomerPerson), ...refusals },
    },
  },
  licenses: {
    method: 'GET',
    url: `${url}/:id/licenses`,
    config: { access: 'staff customers:read' },
    schema: {
      summary:
        'List licenses and devices of an organization by label; search matches label, device and start of the key',
      params: IdParams,
      querystring: listQuery(LicenseStatus),
      response: { 200: z.array(CustomerLicense), ...refusals },
    },
  },
  invoices: {
    method: 'GET',
    url: `${url}/:id/invoices`,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List number, amount and status of an organization’s invoices, newest first; drafts for admins only',
      params: IdParams,
      querystring: pageQuery,
      response: { 200: z.array(CustomerInvoice), ...refusals },
    },
  },
  tickets: {
    method: 'GET',
    url: `${url}/:id/tickets`,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List an organization’s tickets, last changed first',
      params: IdParams,
      querystring: pageQuery,
      response: { 200: z.array(CustomerTicket), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
