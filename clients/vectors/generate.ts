import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { featureRules } from './feature-rules.ts'
import { offlineRules } from './offline-rules.ts'
import { onlineRules } from './online-rules.ts'
import { playRule, type RuleInput, type RuleOutcome } from './play-rule.ts'
import { files } from './rule-files.ts'
import type { Rule } from './rule-parts.ts'
import { vectors } from './vectors.ts'

export const VECTORS_FILE = path.join(import.meta.dirname, 'vectors.json')
export const RULES_FILE = path.join(import.meta.dirname, 'client-rules.json')

const about =
  'Latchkey license files v1. Signed with the test keys of RFC 8032, whose secrets are public: for tests only.'

/** Returns the same bytes each time: Ed25519 is deterministic. */
export const vectorsText = () => `${joinShortLists(JSON.stringify({ about, vectors }, null, 2))}\n`

export const rules: Rule[] = [...onlineRules, ...offlineRules, ...featureRules]

type ExpectedOutcome = Omit<RuleOutcome, 'attempt'> & {
  next: { failures: number; earliest: string; latest: string } | null
}
export type RuleVector = RuleInput & { name: string; expect: ExpectedOutcome }

/** Calculates the expectation with the TypeScript client. */
async function vectorOf({ expected: _summary, features: _features, ...given }: Rule): Promise<RuleVector> {
  const { attempt: earliest, ...expect } = await playRule(given, 0)
  const { attempt: latest } = await playRule(given, 1)
  const next = earliest && latest && { failures: earliest.failures, earliest: earliest.next, latest: latest.next }
  return { ...given, expect: { ...expect, next: next ?? null } }
}

export async function rulesText() {
  const all = await Promise.all(rules.map(vectorOf))
  return `${joinShortLists(JSON.stringify({ about, files, vectors: all }, null, 2))}\n`
}

/** Lists of plain values as the formatter writes them. */
const joinShortLists = (json: string) =>
  json.replace(
    /\[\s+((?:"[^"]*"|\d+|null)(?:,\s+(?:"[^"]*"|\d+|null))*)\s+\]/g,
    (_list, items: string) => `[${items.replace(/,\s+/g, ', ')}]`,
  )

if (import.meta.main) {
  writeFileSync(VECTORS_FILE, vectorsText())
  writeFileSync(RULES_FILE, await rulesText())
}
