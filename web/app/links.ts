/** Where buttons on other screens lead to. Each address works by itself: a reload opens the same dialog or the same list. */
export const links = {
  createLicense: '/licenses?create=1',
  support: '/support',
  contactSupport: '/support?new=1',
  contactSales: '/support?new=1&title=Sales%20enquiry',
  documentation: '/support?tab=documentation',
  billingQuestions: '/support?tab=documentation&type=faq&tag=billing',
  installationGuide: '/support?tab=documentation&tag=installation',
  videoTutorial: '/support?tab=documentation&tag=video',
  license: (id: string) => `/licenses?history=${id}`,
  ticket: (id: string) => `/support?ticket=${id}`,
  document: (id: string) => `/support?tab=documentation&document=${id}`,
  organization: (id: string) => `/admin/organizations?view=${id}`,
  invoicesOf: (organizationId: string) => `/admin/billing?organizationId=${organizationId}`,
  pendingUsers: '/admin/users?status=pending',
  auditBy: (actor: string) => `/admin/audit?actor=${actor}`,
  auditOf: (subject: string) => `/admin/audit?subject=${subject}`,
} as const
