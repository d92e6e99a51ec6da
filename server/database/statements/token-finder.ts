import { createBatch } from './batch.ts'

type Statement<Row> = { execute(values: { tokenHashes: Buffer[] }): Promise<Row[]> }

/** Finds rows by the hashes of their tokens. Requests in the same turn of the event loop share one query. Nothing is cached. */
export function createTokenFinder<Row extends { tokenHash: Buffer }>(statement: Statement<Row>) {
  const batch = createBatch(
    async (tokenHashes: Buffer[]) => {
      const found = await statement.execute({ tokenHashes })
      const byHash = new Map(found.map(({ tokenHash, ...row }) => [tokenHash.toString('base64'), row]))
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash.toString('base64')))
    },
    { most: 500, atOnce: 2 },
  )
  return batch.add
}
