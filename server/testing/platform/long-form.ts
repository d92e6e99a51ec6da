/** `npm run test:slow` runs the long form of the tests that ask this, `npm test` the short one. */
export const isLong = process.env.LONG_TESTS === 'yes'

/** Ten times as many in the long form. */
export const many = (count: number) => (isLong ? 10 * count : count)
