import type { Random } from '#demo/random.ts'

/** Most people are content; of those who are not, most say why. */
const ratings = [
  { rating: 5, comments: ['Quick and to the point, thank you.', 'Solved on the same day.', null, null, null] },
  { rating: 5, comments: ['You called before we had even found the log. Great.', null, null] },
  { rating: 4, comments: ['Good help, the first answer could have come sooner.', null, null] },
  { rating: 4, comments: [null] },
  { rating: 3, comments: ['It works now, but we had to explain it twice.', null] },
  { rating: 2, comments: ['Three days without a printer is too long for us.'] },
  { rating: 1, comments: ['Nobody could tell us when it would be put right.'] },
] as const

export function pickRating(random: Random) {
  const { rating, comments } = random.pick(random.chance(0.8) ? ratings.slice(0, 4) : ratings)
  return { rating, comment: random.pick<string | null>(comments) }
}
