import { at } from './examples.ts'
import { NEW_UUID, type FileName } from './rule-files.ts'
import { ALL, activated, allow, refuse, rule, running, typed, type Rule } from './rule-parts.ts'

const BOTH = ['cad-export', 'reports']
const unlocked = { ...running, licenseFile: 'file:with features' }
const show = { event: { do: 'show' } } as const
const carry = (file: FileName) => ({ event: { do: 'import', file } }) as const

const unlocks = (features: string[], one: Rule): Rule => ({ ...one, features })

const states = [
  unlocks(BOTH, rule('features: valid', `VALID ${ALL}`, { ...show, state: unlocked })),
  unlocks(
    BOTH,
    rule('features: the check-in is overdue', `VALID ${ALL}`, { ...show, state: unlocked, now: at({ days: 2 }) }),
  ),
  unlocks(BOTH, rule('features: in grace', `VALID ${ALL}`, { ...show, state: unlocked, now: at({ days: 8 }) })),
  unlocks([], rule('features: grace is over', `EXPIRED ${ALL}`, { ...show, state: unlocked, now: at({ days: 15 }) })),
  unlocks([], rule('features: clock set back', `CLOCK ${ALL}`, { ...show, state: unlocked, now: at({ hours: -1 }) })),
  unlocks(
    [],
    rule('features: the file of another device', `WRONG_DEVICE ${ALL}`, {
      ...show,
      state: unlocked,
      deviceFingerprint: NEW_UUID,
    }),
  ),
]

const answers = [
  unlocks(
    ['reports', 'scripting'],
    rule('features: the next answer has others', `VALID ${ALL}`, {
      state: unlocked,
      answers: [allow('file:renewed, with other features')],
    }),
  ),
  unlocks(
    [],
    rule('features: the next answer has none', `VALID ${ALL}`, { state: unlocked, answers: [allow('file:renewed')] }),
  ),
  unlocks(BOTH, rule('features: no network', `VALID ${ALL}`, { state: unlocked, answers: [null] })),
  unlocks(
    BOTH,
    rule('features: refused by something that cannot sign', `VALID ${ALL}`, {
      state: unlocked,
      answers: [refuse(403, 'REVOKED'), null],
    }),
  ),
  unlocks(
    BOTH,
    rule('features: the next answer has a text instead of a list', `VALID ${ALL}`, {
      state: unlocked,
      answers: [allow('file:renewed, features of a wrong type')],
    }),
  ),
  unlocks(
    [],
    rule('features: revoked, though the file names them', `REVOKED ${ALL}`, {
      state: unlocked,
      answers: [refuse(403, 'REVOKED', 'file:revoked, with features')],
    }),
  ),
  unlocks(
    ['reports', 'scripting'],
    rule('features: an activation brings them', `VALID ${ALL}`, {
      state: {},
      event: typed(),
      answers: [activated('file:renewed, with other features')],
    }),
  ),
]

const imports = [
  unlocks(
    ['plotting'],
    rule('features: an imported file brings them', 'VALID importedFile lastSeen', {
      ...carry('file:offline, with features'),
      state: {},
    }),
  ),
  unlocks(
    BOTH,
    rule('features: the last answer decides while it is valid, not an imported file', `VALID ${ALL} importedFile`, {
      ...carry('file:offline, with features'),
      state: unlocked,
    }),
  ),
  unlocks(
    ['plotting'],
    rule('features: the imported file decides when grace is over', `VALID ${ALL} importedFile`, {
      ...show,
      now: at({ days: 15 }),
      state: { ...unlocked, importedFile: 'file:offline, with features' },
    }),
  ),
]

export const featureRules = [...states, ...answers, ...imports]
