export type Place = { x: number; y: number }

type Scale = { top: number; lines: number[] }

const ROUND = [1, 2, 2.5, 5, 10]

/** Returns a round maximum and the labels of the lines, from the top down to zero. */
export function chartScale(values: readonly number[]): Scale {
  const highest = Math.max(1, ...values)
  const step = roundUp(highest / 4)
  const count = Math.ceil(highest / step)
  return { top: step * count, lines: Array.from({ length: count + 1 }, (_, index) => step * (count - index)) }
}

/** Steps are at least one, because values are counts. */
function roundUp(value: number) {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = (ROUND.find((factor) => factor * power >= value) ?? 10) * power
  return Math.max(1, Number.isInteger(step) ? step : Math.ceil(step))
}

export const pathThrough = (places: readonly Place[]) => places.map(({ x, y }) => `${x},${y}`).join(' L ')
