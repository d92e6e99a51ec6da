import { SCOPES } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { ApiTokenDraft } from '#contract/identity/api-tokens.ts'

/** One control per scope, and addresses separated by lines or commas. */
export const tokenForm = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((values): z.input<typeof ApiTokenDraft> => ({
      name: String(values.name),
      scopes: SCOPES.filter((scope) => values[scope] === true),
      expiresInDays: Number(values.expiresInDays),
      allowedAddresses: String(values.allowedAddresses)
        .split(/[\s,]+/)
        .filter(Boolean),
    })),
  ),
  ApiTokenDraft,
)

/** 'licenses:read', 'licenses:write', … → one list per noun */
export function byNoun<Scope extends string>(scopes: readonly Scope[]) {
  const nouns = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? '')
  return [...nouns].map(([noun, own]) => ({ noun, scopes: own }))
}
