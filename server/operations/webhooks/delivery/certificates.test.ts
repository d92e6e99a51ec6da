import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { addWebhook, deliver } from '#server/testing/operations/webhooks.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { makeCertificate } from '#server/testing/operations/certificates.ts'
import { signIn } from '#server/testing/testing.ts'

const issuer = makeCertificate({ name: 'Test Authority' })
const stranger = makeCertificate({ name: 'Unknown Authority' })

beforeAll(() => {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, issuer.cert])
  return () => setDefaultCACertificates(trusted)
})

async function openSecure({ cert, pem }: ReturnType<typeof makeCertificate>) {
  const server = https.createServer({ cert, key: pem }, (_request, response) => response.end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}/`
}

/** The words in the list of deliveries. */
async function answerFrom(url: string) {
  const owner = await signIn()
  const webhook = await addWebhook(owner, url)
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  await deliver(webhook)
  const { body } = await owner.call(webhooks.deliveries, { params: webhook })
  return body.map(({ lastStatus, lastError }) => lastError ?? lastStatus)
}

test.each([
  ['good', { name: 'localhost', issuer }, 200],
  ['expired', { name: 'localhost', issuer, until: '2021-01-01' }, 'The certificate has expired: renew it'],
  ['self-signed', { name: 'localhost' }, 'The certificate is self-signed: use one of a public authority'],
  ['foreign', { name: 'other.example', issuer }, 'The certificate is for another host: use one for this host'],
  [
    'of an unknown authority',
    { name: 'localhost', issuer: stranger },
    'The certificate cannot be verified: use one of a public authority, and send its intermediate certificates, too',
  ],
])('reports the answer of a receiver with a certificate that is %s', async (_kind, facts, answer) => {
  expect(await answerFrom(await openSecure(makeCertificate(facts)))).toEqual([answer])
})

test('says that nothing answers at an address, or that there is no such host', async () => {
  expect(await answerFrom(`http://127.0.0.1:${await freePort()}/`)).toEqual([
    'Nothing answers at this address: start the receiver, or check the port',
  ])
  expect(await answerFrom('http://receiver.invalid/')).toEqual(['There is no such host: check the address'])
})
