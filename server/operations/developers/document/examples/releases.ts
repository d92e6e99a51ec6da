import type { Examples } from './example.ts'

const SHA256 = '9f2c4d1e6b8a07351c2e9d4f7a6b0c8d5e3f1a2b4c6d8e0f9a7b5c3d1e2f4a6b'
const UPLOAD_URL =
  'https://portal.example.com/api/objects/put/application-80f00733-4022-4df5-bf50-1ecebbd0f77f.exe?expires=1795689667&max=5368709120&signature=HHqXLa68nOSqv8aFo59pyUwzPNjZArzZ4pP_B8gXaGg'

const download = {
  id: '0198c0de-9999-7000-8000-000000000001',
  platform: 'Windows',
  architecture: 'x64',
  version: '2.4.1',
  fileName: 'Setup.exe',
  size: 50_541_363,
  sha256: SHA256,
  isLatest: true,
  channel: 'stable',
  hasFile: true,
  createdAt: '2026-11-26T13:05:00.000Z',
}

const { size, ...facts } = download

const draft = {
  ...facts,
  isLatest: false,
  fileSize: size,
  isActive: false,
  state: 'draft',
  publishAt: null,
  publishesAsLatest: false,
  publishedAt: null,
  withdrawnReason: null,
  rolloutPercent: 10,
  minimumVersion: null,
  signature: null,
  fileFacts: {
    machine: 'x64',
    fileVersion: '2.4.1.0',
    productVersion: '2.4.1',
    productName: 'Example Imaging',
    companyName: 'Example Software',
    signature: {
      subject: 'Example Software',
      issuer: 'Example Code Signing CA',
      thumbprint: '6D1A0F5C3B7E92480D4F6A1C8E2B5D7093F4A6C1',
      notBefore: '2026-01-12T00:00:00.000Z',
      notAfter: '2029-01-12T23:59:59.000Z',
      isValid: true,
    },
  },
  hasNotes: true,
  updatedAt: '2026-11-26T13:05:00.000Z',
}

const published = {
  ...draft,
  isLatest: true,
  isActive: true,
  state: 'published',
  publishesAsLatest: true,
  publishedAt: '2026-11-26T13:06:30.000Z',
  updatedAt: '2026-11-26T13:06:30.000Z',
}

const written = {
  title: 'Faster start',
  description: 'The application starts in half the time.',
  newFeatures: ['Search in the list of patients'],
  improvements: ['Starts in half the time'],
  bugFixes: ['Printers are found again after a restart'],
}
const notes = { version: '2.4.1', ...written, createdAt: '2026-11-26T13:05:40.000Z' }
const versionNotes = {
  ...notes,
  id: '0198c0de-aaaa-7000-8000-000000000001',
  versionId: download.id,
  updatedAt: notes.createdAt,
}

export const releaseExamples: Examples = {
  'downloads.list': { answer: [download] },
  'downloads.releaseNotes': { answer: notes },
  'downloads.file': {
    answer: {
      filename: 'Setup.exe',
      version: '2.4.1',
      fileSize: size,
      sha256: SHA256,
      downloadUrl:
        '/api/objects/get/application-80f00733-4022-4df5-bf50-1ecebbd0f77f.exe?expires=1795690267&name=Setup.exe&signature=a7Jw3mXo0Qn5T1vYc8bRz2LkGdPf6HsEuNi4Kx9VtBw',
    },
  },
  'uploads.request': {
    body: { fileName: 'Setup.exe', size, purpose: 'application' },
    answer: {
      uploadURL: UPLOAD_URL,
      maxSize: 5_368_709_120,
      contentType: 'application/octet-stream',
      resumes: true,
    },
  },
  'files.versions': { answer: [published] },
  'files.upload': {
    body: { version: '2.4.1', architecture: 'x64', fileName: 'Setup.exe', fileUrl: UPLOAD_URL, rolloutPercent: 10 },
    answer: { ...draft, hasNotes: false },
  },
  'files.releaseNotes': { answer: [versionNotes] },
  'files.writeNotes': { body: { versionId: download.id, ...written }, answer: versionNotes },
  'publications.release': {
    body: {
      channel: 'stable',
      rolloutPercent: 10,
      minimumVersion: null,
      isLatest: true,
      publishAt: null,
      updatedAt: draft.updatedAt,
    },
    answer: published,
  },
  'publications.cancel': { answer: draft },
  'publications.remove': { answer: { message: 'Draft deleted' } },
}
