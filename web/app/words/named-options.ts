import type { Option } from '#web/ui/form/select.tsx'

export type NamedChoice = { id: string; name: string; email?: string }

const compared = ({ name }: NamedChoice) => name.trim().toLowerCase()

const START_OF_ID = 8

/** Adds the address to a name that several have, and the start of the id if they share the address, too. */
export function namedOptions(things: readonly NamedChoice[]): Option[] {
  const sameName = Map.groupBy(things, compared)
  return things.map((one) => {
    const { id, name, email } = one
    const others = (sameName.get(compared(one)) ?? []).filter((other) => other !== one)
    const start = others.some((other) => other.email === email) && id.slice(0, START_OF_ID)
    const facts = others.length > 0 ? [email, start].filter(Boolean) : []
    return { value: id, label: facts.length > 0 ? `${name} (${facts.join(', ')})` : name }
  })
}
