import { REMOVED } from '#contract/operations/outbox.ts'

/** A link that signs in, confirms or joins, with a token of `newToken`. */
const LINK = /([?&#][\w-]+=)[\w-]{43}(?![\w-])/g

export const hasSecretLink = (text: string) => text.search(LINK) !== -1

export const withoutSecretLinks = (text: string) => text.replace(LINK, `$1${REMOVED}`)
