type Tag = { name: string; description: string; nouns: string[] }

/** Chapters of the reference, in the order in which they are read, and the nouns of the contract in each. */
export const TAGS: Tag[] = [
  {
    name: 'Licenses',
    description: 'Create, assign, search, change and export licenses.',
    nouns: ['licenses', 'creation', 'assignments', 'tags', 'diagnosis'],
  },
  {
    name: 'License requests',
    description: 'An organization asks for more or fewer licenses, and an admin decides.',
    nouns: ['licenseRequests'],
  },
  {
    name: 'Enrollment keys',
    description: 'Keys with which many devices each claim a license.',
    nouns: ['enrollmentKeys'],
  },
  {
    name: 'Devices',
    description:
      'Calls of the application: activation, validation, check-in, transfer and release. They need no session and no API token.',
    nouns: ['devices', 'licenseFiles'],
  },
  { name: 'Update feeds', description: 'Where updaters look for the latest version.', nouns: ['updates'] },
  {
    name: 'Invoices',
    description: 'Read, download, draft and change invoices.',
    nouns: ['invoices', 'invoiceDrafts', 'statusPreviews'],
  },
  {
    name: 'Payments',
    description: 'Payments, proofs of payment, credit notes, refunds and reminders.',
    nouns: ['payments', 'paymentProofs', 'receivables', 'reminders'],
  },
  {
    name: 'Statements',
    description: 'Invoices and payments of a range of days, with their balance.',
    nouns: ['statements'],
  },
  {
    name: 'Subscriptions',
    description: 'What an organization pays for, and its billing details.',
    nouns: ['subscriptions', 'trials'],
  },
  {
    name: 'Tickets',
    description: 'Open, search, answer and change support tickets.',
    nouns: ['tickets', 'messages', 'attachments'],
  },
  {
    name: 'Support desk',
    description: 'The inbox of staff: views, canned replies, categories, response targets and reports.',
    nouns: ['inbox', 'teamwork', 'cannedReplies', 'categories', 'supportDesk', 'businessHours'],
  },
  { name: 'Help articles', description: 'Search, read and write help articles.', nouns: ['documents'] },
  {
    name: 'Releases',
    description: 'Versions of the application with their files and release notes.',
    nouns: ['downloads', 'files', 'packages', 'publications'],
  },
  {
    name: 'Uploads',
    description: 'Send a file in two steps: ask for a link, then PUT the bytes there.',
    nouns: ['uploads'],
  },
  {
    name: 'Customers',
    description: 'Organizations as staff see them: people, notes, timeline, pricing and approval.',
    nouns: ['customers', 'customerNotes', 'timeline', 'organizations', 'signUps'],
  },
  {
    name: 'Users and teams',
    description: 'Members, invitations, roles and staff.',
    nouns: ['team', 'users', 'personalData', 'blockedDomains'],
  },
  {
    name: 'Webhooks',
    description: 'Addresses that events are sent to, their deliveries, and sending again.',
    nouns: ['webhooks'],
  },
  { name: 'Audit log', description: 'Who changed what, when and from where.', nouns: ['audit'] },
  {
    name: 'Overview',
    description: 'Figures, alerts, jobs, emails and the state of the portal.',
    nouns: ['dashboard', 'overview', 'jobs', 'outbox', 'config', 'search'],
  },
  {
    name: 'Account and sign-in',
    description:
      'Sessions, passwords, passkeys, single sign-on, two-factor authentication and API tokens. These calls need a signed-in person.',
    nouns: ['account', 'apiTokens', 'mfa', 'passkeys', 'session', 'sso', 'stepUp', 'viewings'],
  },
]

/** 'licenses.create' → 'Licenses' */
export function tagOf(operation: string) {
  const noun = operation.split('.', 1).join()
  const tag = TAGS.find(({ nouns }) => nouns.includes(noun))
  if (!tag) throw new Error(`No tag of the reference contains ${noun}`)
  return tag.name
}
