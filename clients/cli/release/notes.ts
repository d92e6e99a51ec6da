import { readFileSync, statSync } from 'node:fs'
import { UsageError } from '#clients/cli/failures.ts'

export type Notes = {
  title: string
  description: string
  newFeatures: string[]
  improvements: string[]
  bugFixes: string[]
}
type List = 'newFeatures' | 'improvements' | 'bugFixes'

/** Bytes: the portal takes no longer notes. */
const LONGEST = 524_288

const HEADINGS: Record<string, List> = {
  'new features': 'newFeatures',
  features: 'newFeatures',
  new: 'newFeatures',
  added: 'newFeatures',
  improvements: 'improvements',
  improved: 'improvements',
  changed: 'improvements',
  changes: 'improvements',
  'bug fixes': 'bugFixes',
  fixes: 'bugFixes',
  fixed: 'bugFixes',
}

/** From a JSON file as the API takes it, or from Markdown. */
export function readNotes(file: string, version: string): Notes {
  const text = readText(file)
  return /\.json$/i.test(file) ? parseJson(text, version) : parseMarkdown(text, version)
}

function readText(file: string) {
  try {
    if (statSync(file).size > LONGEST) throw new UsageError(`${file} is longer than 512 kB.`)
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`Can’t read ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`, {
      cause: error,
    })
  }
}

const titleFor = (version: string) => `Version ${version}`

const FIELDS = ['title', 'description', 'newFeatures', 'improvements', 'bugFixes']

/** The portal checks the values. Another field would get lost there, so it is refused here. */
function parseJson(text: string, version: string): Notes {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The notes are not valid JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError('The notes must be a JSON object.')
  const unknown = Object.keys(given).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined)
    throw new UsageError(`The notes have an unknown field ${JSON.stringify(unknown)}. Use ${FIELDS.join(', ')}.`)
  return { title: titleFor(version), description: '', newFeatures: [], improvements: [], bugFixes: [], ...given }
}

/**
 * '# Title', a description, then '## New features', '## Improvements' and '## Bug fixes' with lists. Formatting inside a line stays as it is.
 */
export function parseMarkdown(text: string, version: string): Notes {
  const notes: Notes = { title: '', description: '', newFeatures: [], improvements: [], bugFixes: [] }
  const description: string[] = []
  let list: List | undefined
  let isOpen = false
  for (const line of text.split(/\r?\n/)) {
    const [, level, heading = ''] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? []
    if (level === '#' && notes.title === '' && !list) notes.title = heading
    else if (level) list = listOf(heading)
    else if (list) isOpen = addTo(notes[list], line, isOpen)
    else description.push(line)
    if (level) isOpen = false
  }
  return { ...notes, title: notes.title || titleFor(version), description: description.join('\n').trim() }
}

function listOf(heading: string) {
  const name = heading
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
  const list = Object.hasOwn(HEADINGS, name) ? HEADINGS[name] : undefined
  if (!list)
    throw new UsageError(
      `The notes have an unknown heading ${JSON.stringify(heading)}. Use New features, Improvements and Bug fixes.`,
    )
  return list
}

/** A list item or paragraph begins an entry, and the lines below continue it. Returns whether the next line does. */
function addTo(entries: string[], line: string, isOpen: boolean) {
  const text = line.trim()
  if (text === '') return false
  const [, item] = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? []
  const last = entries.length - 1
  if (item !== undefined || !isOpen) entries.push((item ?? text).trim())
  else entries[last] = `${entries[last] ?? ''} ${text}`
  return true
}
