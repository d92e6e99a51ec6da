import type { Page, Route } from '@playwright/test'
import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { makeVersion } from '#demo/rows/releases.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, toastOf } from './fixtures.ts'
import { test } from './own-portal.ts'

// One after the other: there is one list of versions, and one latest.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ db, signIn }) => {
  await db.delete(versions)
  await signIn({ role: 'admin' })
})

const programOf = (size: number) => Buffer.concat([Buffer.from('MZ'), randomBytes(size - 2)])
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const PUT = '**/api/objects/put/**'

async function openUpload(page: Page) {
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Upload File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Application File' })
  await expect(dialog).toBeVisible()
  return { dialog, submit: dialog.getByRole('button', { name: 'Upload File' }) }
}

test('from an empty list to a file that customers can download [R-AFILE-01 R-AFILE-02 R-AFILE-03 R-AFILE-04 R-AFILE-15 R-ERR-81 R-VAL-76]', async ({
  page,
  db,
}) => {
  await page.goto('/admin/files')
  await expect(page.getByRole('heading', { name: 'File Management', level: 1 })).toBeVisible()
  const empty = page.getByText('No application versions found. Upload your first version to get started.')
  await expect(empty).toBeVisible()
  await expectAccessible(page)

  const { dialog, submit } = await openUpload(page)
  const bytes = programOf(300_000)
  const input = dialog.getByLabel('File', { exact: true })
  await expect(input).toHaveAttribute('accept', '.exe,.msi,.zip')
  await input.setInputFiles(fileOf('Setup-5.0.0-arm64.exe', bytes))
  await expect(dialog.getByLabel('File Name')).toHaveValue('Setup-5.0.0-arm64.exe')
  await expect(dialog.getByLabel('Architecture')).toHaveValue('arm64')
  await expect(dialog.getByLabel('Version')).toHaveValue('5.0.0')
  await dialog.getByLabel('Version').clear()
  await expect(dialog.getByLabel('Platform')).toHaveValue('Windows')
  await dialog.getByLabel('File Name').clear()
  await submit.click()
  await expect(dialog.getByText('Version is required')).toBeVisible()
  await expect(dialog.getByText('File name is required')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Version').fill('5.0.0')
  await dialog.getByLabel('File Name').fill('Setup.exe')
  await submit.click()
  await expect(toastOf(page)).toContainText('File uploaded')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, '5.0.0')).toContainText('Setup.exe')
  await expect(rowOf(page, '5.0.0')).toContainText('Windows arm64')
  await expect(rowOf(page, '5.0.0')).toContainText('Draft')
  await expect(rowOf(page, '5.0.0')).toContainText('293.0 KB')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await db.select().from(objects).where(eq(objects.sha256, sha256))).toHaveLength(1)
})

test('without a file, or with one of another kind, nothing is sent [R-VAL-75 R-VAL-77 R-CONST-18]', async ({
  page,
}) => {
  const { dialog, submit } = await openUpload(page)
  await submit.click()
  await expect(toastOf(page)).toContainText('No file selected')
  await expect(toastOf(page)).toContainText('Please select a file to upload.')

  await dialog.getByLabel('Version').fill('5.0.0')
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.dll', programOf(100)))
  await submit.click()
  await expect(dialog.getByText('Only .exe, .msi and .zip files are accepted').first()).toBeVisible()
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.zip', programOf(100)))
  await dialog.getByLabel('File Name').fill('setup.exe')
  await submit.click()
  await expect(dialog.getByText('The file name must end like the file that was chosen.')).toBeVisible()
})

test('bytes that are not what the name says are refused, and a version that exists is found out before [R-ERR-71]', async ({
  page,
  db,
}) => {
  await makeVersion(db, { version: '5.0.0' })
  const { dialog, submit } = await openUpload(page)
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(fileOf('setup.exe', Buffer.from('PK\x03\x04 an archive')))
  await dialog.getByLabel('Version').fill('5.0.0')
  await submit.click()
  await expect(dialog.getByText('This version already exists for this platform.')).toBeVisible()
  await dialog.getByLabel('Version').fill('5.0.1')
  await submit.click()
  await expect(toastOf(page)).toContainText('Upload failed')
  await expect(toastOf(page)).toContainText('This file is not an .exe, .msi or .zip.')
  await expect(dialog).toBeVisible()
})

/** Once: the server gets the first bytes, then the connection is gone. */
async function breakOnce(page: Page, after: number) {
  const ranges: (string | undefined)[] = []
  await page.route(PUT, async (route: Route) => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.continue()
    ranges.push(request.headers()['content-range'])
    if (ranges.length > 1) return route.continue()
    await sendSome(request.url(), request.postDataBuffer()!, after)
    await route.abort('connectionreset')
  })
  return ranges
}

async function sendSome(url: string, bytes: Buffer, after: number) {
  const cut = new AbortController()
  async function* some() {
    yield bytes.subarray(0, after)
    await expect.poll(async () => ((await (await fetch(url)).json()) as { received: number }).received).toBe(after)
    cut.abort()
    yield bytes.subarray(after)
  }
  const init = { method: 'PUT', body: some(), duplex: 'half', signal: cut.signal }
  await fetch(url, init as unknown as RequestInit).catch(() => undefined)
}

test('an upload whose connection breaks resumes where it stopped, and the file is complete', async ({ page, db }) => {
  const ranges = await breakOnce(page, 400_000)
  const bytes = programOf(1_000_000)
  const { dialog, submit } = await openUpload(page)
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.exe', bytes))
  await dialog.getByLabel('Version').fill('5.0.0')
  await submit.click()
  await expect(toastOf(page)).toContainText('Upload failed')
  await expect(dialog.getByRole('alert')).toContainText('Resume sends only what is missing.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  expect(ranges).toEqual([undefined, 'bytes 400000-999999/1000000'])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await db.select({ size: objects.size }).from(objects).where(eq(objects.sha256, sha256))).toEqual([
    { size: 1_000_000 },
  ])
})

test('an upload shows its progress, asks before the page is left, and stops on Cancel', async ({ page, db }) => {
  const { dialog, submit } = await openUpload(page)
  await page.route(PUT, () => undefined)
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.exe', programOf(500_000)))
  await dialog.getByLabel('Version').fill('5.0.0')
  await submit.click()
  await expect(dialog.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await expect(dialog).toContainText('of 488.3 KB')
  await expect(dialog.getByRole('status')).toContainText('% uploaded')
  await expect(dialog.getByLabel('Version')).toBeDisabled()
  await expectNoSidewaysScroll(page)

  const asked = page.waitForEvent('dialog')
  const leaving = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await leaving

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)
  await expect(dialog.getByLabel('Version')).toHaveValue('5.0.0')
  expect(await db.$count(versions)).toBe(0)

  await page.unroute(PUT)
  await submit.click()
  await expect(toastOf(page)).toContainText('File uploaded')
})

test('a version that a colleague published first is corrected without uploading the file again', async ({
  page,
  db,
}) => {
  let puts = 0
  page.on('request', (request) => (puts += Number(request.method() === 'PUT')))
  const { dialog, submit } = await openUpload(page)
  await makeVersion(db, { version: '5.0.0' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.exe', programOf(1000)))
  await dialog.getByLabel('Version').fill('5.0.0')
  await submit.click()
  await expect(toastOf(page)).toContainText('This version already exists for this platform.')
  await expect(dialog.getByText('The file has arrived. It need not be sent again.')).toBeVisible()
  await dialog.getByLabel('Version').fill('5.0.1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  expect(puts).toBe(1)
})

test('the file of a version may come later', async ({ page, db }) => {
  await makeVersion(db, { version: '5.0.0', fileName: 'Setup.msi' })
  await page.goto('/admin/files')
  await page.getByRole('button', { name: 'Actions for Windows 5.0.0' }).click()
  await page.getByRole('menuitem', { name: 'Add File' }).click()
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Add File to Windows 5.0.0' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.exe', programOf(10)))
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(dialog.getByText('This version waits for a file like Setup.msi.')).toBeVisible()
  await expectAccessible(page)
  const installer = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(2040)])
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('setup.msi', installer))
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  await expect(rowOf(page, '5.0.0')).toContainText('2.0 KB')
})
