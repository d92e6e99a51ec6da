import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'

/** `page` lists the token. */
type TokenCreation = Person & { name: string; page: string }

export const apiTokenCreated = ({ name, page, ...to }: TokenCreation) =>
  composeFor(to, {
    kind: 'api-token-created',
    subject: `An API token was created for your ${to.config.productName} account`,
    paragraphs: [
      'An API token was created for your account. Programs that have it can use the portal with your role, within the permissions it was given.',
      { facts: [{ label: 'API token', value: name }] },
      `If this wasn’t you, revoke the token and change your password now, and contact ${to.config.salesEmail}.`,
    ],
    action: { label: 'Review your API tokens', url: `${to.config.publicUrl}${page}` },
  })

export function apiTokenExamples({ config, reader }: ExampleData): Examples<'api-token-created'> {
  const to = { config, to: reader.email, firstName: reader.firstName }
  return { 'api-token-created': { Example: apiTokenCreated({ ...to, name: 'Nightly export', page: '/account' }) } }
}
