type Heading = { title: string; description?: string }

/** The headings of the screens that look the same for every role. index.html shows them before the scripts have loaded. */
export const HEADINGS = {
  '/licenses': {
    title: 'License Management',
    description: 'Each license runs the application on one Windows device.',
  },
  '/downloads': { title: 'Downloads', description: 'The application for your Windows devices.' },
  '/support': { title: 'Support Center' },
  '/customers': { title: 'Customers', description: 'All organizations and how they pay' },
  '/reports': { title: 'Reports', description: 'Support results for all customers. Times are in business hours.' },
  '/team': { title: 'Team' },
  '/account': { title: 'Account', description: 'Your profile, sign-in and email settings.' },
  '/admin/overview': { title: 'Overview' },
  '/admin/organizations': { title: 'Organizations', description: 'All customer organizations' },
  '/admin/users': { title: 'Users', description: 'Everyone with access, and accounts waiting for approval.' },
  '/admin/files': {
    title: 'File Management',
    description: 'The versions of the application that customers download, and what is new in them.',
  },
  '/admin/billing': {
    title: 'Customer Billing Management',
    description: 'Pricing and invoices for all organizations.',
  },
  '/admin/audit': { title: 'Audit Log', description: 'Who changed what, when and from where.' },
  '/outbox': {
    title: 'Outbox',
    description: 'Every email of this portal. Without a mail server they stay here.',
  },
} as const satisfies Record<`/${string}`, Heading>
