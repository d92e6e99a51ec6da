import { sso } from '#contract/identity/sso.ts'
import { audit } from '#contract/operations/audit.ts'
import { useFreshRead, useWrite } from '#web/app/api/data.ts'

/** Colleagues change it, and sign in with it. */
export const useSso = () => useFreshRead(sso.read)

const refresh = [sso.read, audit.list]

export const useSaveSso = () =>
  useWrite(sso.save, { success: 'Identity provider saved', failure: 'Failed to save the identity provider', refresh })

export const useRemoveSso = () =>
  useWrite(sso.remove, {
    success: 'Single sign-on removed',
    failure: 'Failed to remove single sign-on',
    refresh,
  })

export const useChangeSsoRule = () =>
  useWrite(sso.changeRule, {
    success: ({ connection }) => (connection?.isRequired ? 'Single sign-on is required' : 'Single sign-on is optional'),
    failure: 'Failed to change the rule',
    refresh,
  })

export const useAddDomain = () => useWrite(sso.addDomain, { failure: 'Failed to add the domain', refresh })

/** Its form shows the refusal. */
export const useVerifyDomain = () =>
  useWrite(sso.verifyDomain, {
    success: ({ domain }) => ['Domain verified', `Members with an address at ${domain} can use single sign-on.`],
    refresh,
  })

export const useRemoveDomain = () =>
  useWrite(sso.removeDomain, { success: 'Domain removed', failure: 'Failed to remove the domain', refresh })
