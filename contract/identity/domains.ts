import * as z from 'zod/mini'

const DOMAIN_SHAPE = 'Write it as example.com'

/** 'mail.Example.com' and '@example.com' are accepted; stored in lower case without the '@'. */
export const Domain = z.string(DOMAIN_SHAPE).check(
  z.overwrite((domain) => domain.trim().toLowerCase().replace(/^@/, '')),
  z.maxLength(253, DOMAIN_SHAPE),
  z.regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/, DOMAIN_SHAPE),
)

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
