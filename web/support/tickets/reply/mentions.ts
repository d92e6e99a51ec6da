import { namedOptions, type NamedChoice } from '#web/app/words/named-options.ts'
import { useAssignees } from '../api.ts'

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isMentioned = (text: string, name: string) => new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}])`, 'u').test(text)

/** The people whose '@First Last' is in the text. '@Anna Smithson' does not mention Anna Smith. The address chooses one of a name. */
export function mentioned(people: readonly NamedChoice[], text: string) {
  const labels = new Map(namedOptions(people).map(({ value, label }) => [value, label]))
  const isChosen = ({ id, name }: NamedChoice) => labels.get(id) !== name && isMentioned(text, labels.get(id) ?? name)
  const chosen = people.filter(isChosen)
  return people
    .filter((one) => isMentioned(text, one.name))
    .filter((one) => chosen.includes(one) || chosen.every(({ name }) => name !== one.name))
    .map(({ id }) => id)
}

export function useMentions() {
  const { data: people = [] } = useAssignees()
  return (text: string) => mentioned(people, text)
}
