import * as z from 'zod/mini'
import { line } from './text.ts'

export const NAME_WITH_LINK = 'A name cannot contain a web or email address'

/** Names appear in emails to other people, so they must not contain a sender's message or link. */
const LINK = /:\/\/|\bwww\.|\S@\S|\.[a-z]{2,}\//i
const LINK_OF_PERSON = /[@/\\]|\.[a-z]{2,}/

/** As browsers read addresses: full-width characters are ordinary ones, and other full stops are dots. */
const asAddress = (name: string) => name.normalize('NFKC').replaceAll('\u3002', '.')

const withoutLink = (...links: RegExp[]) =>
  z.refine<string>((name) => !links.some((link) => link.test(asAddress(name))), NAME_WITH_LINK)

/** A first or last name. */
export const personName = (message: string) => line({ max: 80, message }).check(withoutLink(LINK, LINK_OF_PERSON))

/** Allows 'Acme.io Ltd': bare domains are no links in our emails. */
export const organizationName = (limits: { min?: number; max: number; message: string }) =>
  line(limits).check(withoutLink(LINK))

const USERNAME = /^[a-z0-9_][a-z0-9._-]*$/i
export const USERNAME_TOO_SHORT = 'Username must be at least 3 characters'
export const USERNAME_SHAPE = 'Use letters from A to Z, digits, dots, hyphens and underscores'

/** Refuses lookalikes of other usernames and email addresses. */
export const Username = line({ min: 3, max: 60, message: USERNAME_TOO_SHORT }).check(z.regex(USERNAME, USERNAME_SHAPE))

/** Why this username cannot be chosen. Accounts keep their current one. */
export const usernameProblem = (username: string, current?: string) =>
  username === current ? undefined : Username.safeParse(username).error?.issues[0]?.message
