import type { Random } from '#demo/random.ts'

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

export type Person = { firstName: string; lastName: string; username: string }

/** Gives out people, no name twice. */
export function createPeople(random: Random) {
  const met = new Set<string>()
  return function nextPerson(): Person {
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const username = `${firstName}.${lastName}`.toLowerCase().replaceAll(' ', '')
    if (met.has(username)) return nextPerson()
    met.add(username)
    return { firstName, lastName, username }
  }
}
