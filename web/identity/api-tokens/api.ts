import { apiTokens } from '#contract/identity/api-tokens.ts'
import { audit } from '#contract/operations/audit.ts'
import { useFreshRead, useWrite } from '#web/app/api/data.ts'

/** Colleagues create them, and programs use them. */
export const useApiTokens = () => useFreshRead(apiTokens.list)

const refresh = [apiTokens.list, audit.list]

export const useCreateToken = () =>
  useWrite(apiTokens.create, { success: 'API token created', failure: 'Failed to create the API token', refresh })

export const useRevokeToken = () =>
  useWrite(apiTokens.revoke, { success: 'API token revoked', failure: 'Failed to revoke the API token', refresh })
