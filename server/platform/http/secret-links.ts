/** A link that signs in, confirms or joins: with a token as `newToken` makes it. */
const LINK = /([?&#][\w-]+=)[\w-]{43}(?![\w-])/g

export const hasSecretLink = (text: string) => text.search(LINK) !== -1

/** The same with links that lead nowhere. */
export const withoutSecretLinks = (text: string) => text.replace(LINK, '$1(removed)')
