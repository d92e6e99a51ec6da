import * as z from 'zod/mini'
import { sharesLatest } from '#contract/releases/downloads.ts'
import { WRONG_TYPE, applicationTypeOf, hasApplicationType } from '#contract/releases/file-names.ts'
import { VERSION_TAKEN, VersionDraft, type Version } from '#contract/releases/files.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { formatSize } from '#contract/quantities.ts'
import { EMPTY_FILE } from '#contract/releases/file-sizes.ts'
import { OfferForm } from '../rollout/offer-form.ts'

const { rolloutPercent, minimumVersion } = OfferForm.shape
const offerFields = { rolloutPercent, minimumVersion }

export const NO_FILE_CHOSEN = 'Please select a file to upload.'

const max = MAX_SIZE.application

/** Checked before sending; the server checks the content. */
export const fileNamed = (isAccepted: (name: string) => boolean, refusal: string) =>
  z.file(NO_FILE_CHOSEN).check(
    z.refine(({ name }) => isAccepted(name), refusal),
    z.refine(({ size }) => size > 0, EMPTY_FILE),
    z.refine(({ size }) => size <= max, `The file is larger than ${formatSize(max)}.`),
  )

const ApplicationFile = fileNamed(hasApplicationType, WRONG_TYPE)

const hasEndingOf = (file: File, fileName: string) => applicationTypeOf(file.name) === applicationTypeOf(fileName)

/** Checks before the upload that the version is new on its platform. */
export const newVersion = (versions: readonly Version[]) =>
  z.extend(z.omit(VersionDraft, { fileUrl: true }), { file: ApplicationFile, ...offerFields }).check(
    z.refine(
      ({ version, platform, architecture }) =>
        !versions.some(
          (other) => other.version === version && other.platform === platform && sharesLatest(other, { architecture }),
        ),
      { error: VERSION_TAKEN, path: ['version'] },
    ),
    z.refine(({ file, fileName }) => hasEndingOf(file, fileName), {
      error: 'The file name must end like the file that was chosen.',
      path: ['fileName'],
    }),
  )

export const fileFor = ({ fileName }: Version) =>
  z.object({ file: ApplicationFile }).check(
    z.refine(({ file }) => hasEndingOf(file, fileName), {
      error: `This version waits for a file like ${fileName}.`,
      path: ['file'],
    }),
  )
