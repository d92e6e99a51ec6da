import type { Finding } from '#contract/licensing/diagnosis.ts'
import { rules, type Rule, type Situation } from '#server/licensing/devices/decision/rules.ts'

/** What each rule of the decision says. The first that applies decides, so those after it have not been asked. */
export function examine(situation: Situation): Finding[] {
  const decisive = rules.findIndex(({ applies }) => applies(situation))
  return rules.map((rule, place) => {
    if (place === decisive) return failed(rule, situation)
    const outcome = decisive === -1 || place < decisive ? 'passed' : 'skipped'
    return { code: rule.code, question: rule.question, outcome, detail: null, fix: null }
  })
}

const failed = ({ code, question, fact, fix }: Rule, situation: Situation): Finding => ({
  code,
  question,
  outcome: 'failed',
  detail: fact(situation),
  fix: fix(situation),
})
