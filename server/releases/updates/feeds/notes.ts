import type { Release } from '#server/releases/updates/queries.ts'
import { escapeHtml } from './xml.ts'

type Notes = NonNullable<Release['notes']>

const sectionsOf = ({ newFeatures, improvements, bugFixes }: Notes) =>
  [
    { heading: 'New features', entries: newFeatures },
    { heading: 'Improvements', entries: improvements },
    { heading: 'Bug fixes', entries: bugFixes },
  ].filter(({ entries }) => entries.length > 0)

/** For updaters that show plain text. */
export const notesAsText = (notes: Notes) =>
  [
    notes.description,
    ...sectionsOf(notes).map(({ heading, entries }) => [heading, ...entries.map((entry) => `- ${entry}`)].join('\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

/** For updaters that show Markdown. Its signs are escaped. */
export const notesAsMarkdown = ({ title, description, ...lists }: Notes) =>
  [
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown(description),
    ...sectionsOf({ title, description, ...lists }).map(({ heading, entries }) =>
      [`## ${heading}\n`, ...entries.map((entry) => `- ${escapeMarkdown(entry)}`)].join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`)

/** For updaters that show HTML. The text is escaped. */
export const notesAsPage = (notes: Notes) =>
  [
    `<h2>${escapeHtml(notes.title)}</h2>`,
    ...(notes.description ? [`<p>${escapeHtml(notes.description).replaceAll('\n', '<br>')}</p>`] : []),
    ...sectionsOf(notes).map(({ heading, entries }) => {
      const items = entries.map((entry) => `<li>${escapeHtml(entry)}</li>`)
      return `<h3>${heading}</h3><ul>${items.join('')}</ul>`
    }),
  ].join('\n')
