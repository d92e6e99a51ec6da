import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { UserRow } from '#demo/rows/users.ts'
import type { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import type { Customer } from './customers.ts'

export type Account = UserRow & { id: string; createdAt: string }

/** Local parts of the addresses that are logged at startup, by domain. */
const knownAccounts: Record<string, string[]> = {
  'example.com': ['admin', 'agent'],
  'acme.example': ['owner', 'member'],
  'globex.example': ['owner', 'member'],
}

type Seat = { role: UserRow['role']; domain: string; place: number; createdAt: string; status?: UserRow['status'] }

/** All accounts share the demo password. */
export function buildAccounts(customers: Customer[], random: Random, calendar: Calendar, passwordHash: string) {
  const nextPerson = createPeople(random)
  const build = (seat: Seat, organizationId: string | null): Account => {
    const person = nextPerson()
    const known = knownAccounts[seat.domain]?.[seat.place]
    const { status = 'active', role, createdAt } = seat
    const isVerified = known !== undefined || (status === 'active' && random.chance(0.9))
    return {
      id: random.uuid(),
      organizationId,
      role,
      status,
      ...nameOf(person, seat.domain, known),
      passwordHash,
      emailVerifiedAt: isVerified ? createdAt : null,
      mfaEnabledAt: !known && isVerified && random.chance(0.25) ? daysLater(createdAt, 2) : null,
      createdAt,
      updatedAt: createdAt,
    }
  }
  return [
    ...staffSeats(calendar).map((seat) => build(seat, null)),
    ...customers.flatMap((customer) => seatsOf(customer, random).map((seat) => build(seat, customer.id))),
  ]
}

function nameOf({ username, ...person }: Person, domain: string, known: string | undefined) {
  if (!known) return { ...person, username, email: `${username}@${domain}` }
  const company = domain.endsWith('.example') ? `-${domain.replace('.example', '')}` : ''
  return { ...person, username: `${known}${company}`, email: `${known}@${domain}` }
}

const staffSeats = (calendar: Calendar): Seat[] =>
  (['admin', 'agent', 'agent'] as const).map((role, place) => ({
    role,
    domain: 'example.com',
    place,
    createdAt: calendar.ago({ days: 600 - place * 100 }),
  }))

function seatsOf({ domain, state, since, licenses }: Customer, random: Random): Seat[] {
  const status = state === 'applied' ? 'pending' : 'active'
  const owner: Seat = { role: 'org_admin', domain, place: 0, createdAt: since, status }
  const colleagues = Array.from({ length: Math.ceil(licenses / 7) }, (_none, index): Seat => {
    const place = index + 1
    const role = place % 4 === 3 ? 'org_admin' : 'customer'
    const hasLeft = place > 1 && random.chance(0.1)
    return { role, domain, place, createdAt: daysLater(since, place * 9), status: hasLeft ? 'suspended' : 'active' }
  })
  return [owner, ...colleagues]
}

const firstNames = [
  'Aisha, Anele, Bongani, Chantelle, Dineo, Elize, Fatima, Francois, Gugulethu, Hendrik, Imraan, Johan, Karabo',
  'Kavitha, Kyle, Lerato, Liezel, Lindiwe, Mandla, Marius, Mpho, Nadia, Naledi, Nomvula, Palesa, Pieter, Priya',
  'Refilwe, Riaan, Sibusiso, Sipho, Tebogo, Thabo, Themba, Thandeka, Tumelo, Vuyo, Willem, Yusuf, Zanele',
].flatMap((names) => names.split(', '))
const lastNames = [
  'Abrahams, Adams, Botha, Chetty, Coetzee, Daniels, Dlamini, du Plessis, Fourie, Govender, Jacobs, Khumalo',
  'Mabuza, Mahlangu, Maseko, Mkhize, Mokoena, Molefe, Motaung, Naidoo, Ndlovu, Nel, Nkosi, Ntuli, Petersen, Pillay',
  'Pretorius, Radebe, Sithole, Smit, Steyn, Tshabalala, van der Merwe, van Wyk, Venter, Williams, Zulu',
].flatMap((names) => names.split(', '))

type Person = { firstName: string; lastName: string; username: string }

function createPeople(random: Random) {
  const used = new Set<string>()
  return function nextPerson(): Person {
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const username = `${firstName}.${lastName}`.toLowerCase().replaceAll(' ', '')
    if (used.has(username)) return nextPerson()
    used.add(username)
    return { firstName, lastName, username }
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** No authenticator app has these secrets, so these accounts can't sign in. */
export const buildSecondFactors = (accounts: Account[], random: Random): (typeof mfaSecrets.$inferInsert)[] =>
  accounts.flatMap(({ id: userId, mfaEnabledAt }) =>
    mfaEnabledAt ? { userId, secret: random.text(BASE32, 32), createdAt: mfaEnabledAt } : [],
  )
