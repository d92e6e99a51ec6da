import * as z from 'zod/mini'
import { ReleaseNotesDraft } from '#contract/releases/files.ts'

const asList = z.pipe(
  z.string(),
  z.transform((text) => JSON.parse(text) as string[] | undefined),
)

const { newFeatures, improvements, bugFixes } = ReleaseNotesDraft.shape

/** The form's lists are one text each. */
export const NotesForm = z.extend(ReleaseNotesDraft, {
  newFeatures: z.pipe(asList, newFeatures),
  improvements: z.pipe(asList, improvements),
  bugFixes: z.pipe(asList, bugFixes),
})
