import { useAssignees } from '../api.ts'

type Person = { id: string; name: string }

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The people whose '@First Last' is in the text. '@Anna Smithson' does not mention Anna Smith. */
export const mentioned = (people: readonly Person[], text: string) =>
  people.filter(({ name }) => new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}])`, 'u').test(text)).map(({ id }) => id)

export function useMentions() {
  const { data: people = [] } = useAssignees()
  return (text: string) => mentioned(people, text)
}
