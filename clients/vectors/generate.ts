import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { vectors } from './vectors.ts'

export const VECTORS_FILE = path.join(import.meta.dirname, 'vectors.json')

const about =
  'Latchkey license files v1. Signed with the test keys of RFC 8032, whose secrets are public: for tests only.'

/** Returns the same bytes each time: Ed25519 is deterministic. */
export const vectorsText = () => `${JSON.stringify({ about, vectors }, null, 2)}\n`

if (import.meta.main) writeFileSync(VECTORS_FILE, vectorsText())
