import { SEARCH_GROUP } from '#contract/search.ts'
import type { Database } from '#server/database/database.ts'
import { selectDocuments, type Reader } from './queries.ts'

/** The newest documents the reader may read that have all words of the search. */
export const searchDocuments = (db: Database, reader: Reader, search: string) =>
  selectDocuments(db, reader, { search, limit: SEARCH_GROUP })
