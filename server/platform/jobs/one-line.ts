/** The first line of another program's answer, without characters that the database refuses. */
export const oneLine = (text: string, longest: number) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()
    .trim()
