/** What another program answers is its own text: one line of it, without what the database cannot hold. */
export const oneLine = (text: string, longest: number) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()
    .trim()
