import { dashboard, type OrganizationStats, type StaffStats } from '#contract/operations/dashboard.ts'
import type { Person } from '#server/testing/testing.ts'

export const read = (person: Person) => person.call(dashboard.read)

export const statsOf = async (person: Person) => (await read(person)).body.stats as OrganizationStats

export const totalsSeenBy = async (person: Person) => (await read(person)).body.stats as StaffStats

/** The alerts that speak of an organization. */
export const alertsAbout = async (staff: Person, name: string) =>
  (await read(staff)).body.alerts.filter(({ message }) => message.includes(name))
