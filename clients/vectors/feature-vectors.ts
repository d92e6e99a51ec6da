import type { VerdictCode } from '#clients/typescript/license-file.ts'
import { at, licenseFile } from './examples.ts'
import { armour, seal } from './signing.ts'
import { says, vector, type Vector } from './vector-parts.ts'

function featureVector(name: string, file: string, features: string[]): Vector {
  const one = vector(name, 'VALID', { file })
  return { ...one, expect: { ...one.expect, features } }
}

const wrong = (name: string, features: unknown, changes: object = {}) =>
  vector(name, 'MALFORMED' satisfies VerdictCode, {
    file: armour(seal({ ...licenseFile(), features, ...changes })),
  })

export const featureVectors = [
  featureVector('features: two', says({ features: ['cad-export', 'reports'] }), ['cad-export', 'reports']),
  featureVector('features: a file without the field', says({}), []),
  featureVector('features: an empty list', says({ features: [] }), []),
  featureVector('features: a name twice', says({ features: ['reports', 'reports'] }), ['reports', 'reports']),
  featureVector('features: names that no application asks for', says({ features: ['', 'z'.repeat(60), 'Büro 受付'] }), [
    '',
    'z'.repeat(60),
    'Büro 受付',
  ]),
  wrong('features: a text', 'cad-export'),
  wrong('features: null', null),
  wrong('features: an object', { 'cad-export': true }),
  wrong('features: a list with a number', ['cad-export', 7]),
  wrong('features: a list with null', [null]),
  wrong('features: a text in a revoked file', 'cad-export', { status: 'revoked' }),
  wrong('features: a text in an expired file', 'cad-export', { graceUntil: at({ minutes: 1 }) }),
]
