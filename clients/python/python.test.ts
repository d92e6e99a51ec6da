import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newLicense, prepareSessions } from '#clients/testing/start-session.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { changeLicense } from '#server/licensing/licenses/actions.ts'
import { moveLicense } from '#server/licensing/licenses/moves.ts'
import { systemActor } from '#server/platform/actor.ts'
import { caller, db } from '#server/testing/testing.ts'

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

const { root, server, start } = prepareSessions()

type Answer = { shown: string | null; mayRun: boolean; code: string }

/** Starts the application on this computer. `network`: the address of the server. */
function startOn(computer: string, network = server.url) {
  const program = path.join(import.meta.dirname, 'session.py')
  const words = [program, path.join(root, computer), network, computer, JSON.stringify(server.keys)]
  return start<Answer>(['python3', ...words]).ask
}

const NOWHERE = 'http://127.0.0.1:9'

describe.skipIf(reasonToSkip)(`the Python client${reasonToSkip}`, { timeout: 60_000 }, () => {
  test.each(['', 'pure'])('returns the expected result for every vector %s', async (mode) => {
    const words = ['vectors.py', path.join('..', 'vectors'), mode]
    const { stdout } = await promisify(execFile)('python3', words, { cwd: import.meta.dirname })
    expect(stdout).toMatch(/^\d+ vectors, 0 differ\n$/)
  })

  test('runs the samples of docs/integrate.md', async () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/integrate.md'), 'utf8')
    const samples = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, sample = '']) => sample)
    const program = [
      `uuid, name, system, version, folder = 'PYTHON-0', 'PC', 'Windows', '1.0', ${JSON.stringify(path.join(root, 'sample'))}`,
      samples
        .join('\n')
        .replace('https://portal.example.com', server.url)
        .replace(/^keys = .*$/m, `keys = ${JSON.stringify(server.keys)}`),
      'print(licensing.status().code, can_export_cad())',
    ]
    const { stdout } = await promisify(execFile)('python3', ['-c', program.join('\n')], { cwd: import.meta.dirname })
    expect(stdout).toBe('NOT_ACTIVATED False\n')
  })

  test('activates, validates, checks in, runs without a network and releases the license', async () => {
    const { key } = await newLicense()
    const ask = startOn('PYTHON-1')
    const pasted = key.replace('-', '\u200b-')
    expect(await ask(`activate ${pasted}`)).toMatchObject({ shown: 'VALID', mayRun: true, code: 'VALID' })
    expect(await ask(`validate ${key}`)).toMatchObject({ shown: 'VALID' })
    expect(await ask('checkIn')).toMatchObject({ shown: 'VALID', mayRun: true })
    const unplugged = startOn('PYTHON-1', NOWHERE)
    expect(await unplugged('checkIn')).toMatchObject({ shown: 'SERVER_ERROR', mayRun: true, code: 'VALID' })
    expect(await ask('deactivate')).toMatchObject({ shown: null, mayRun: false, code: 'NOT_ACTIVATED' })
    expect(await ask(`validate ${key}`)).toMatchObject({ shown: 'NOT_ACTIVATED' })
  })

  test('writes to the log when a key has the value of another one', async () => {
    const { key } = await newLicense()
    const wrong = Object.fromEntries(
      Object.keys(server.keys).map((kid) => [kid, Buffer.alloc(32, 7).toString('base64')]),
    )
    const words = ['session.py', path.join(root, 'PYTHON-KEYS'), server.url, 'PYTHON-KEYS', JSON.stringify(wrong)]
    const running = promisify(execFile)('python3', words, { cwd: import.meta.dirname })
    running.child.stdin?.end(`activate ${key}\n`)
    const { stdout, stderr } = await running
    expect(JSON.parse(stdout)).toMatchObject({ shown: 'SERVER_ERROR', mayRun: false, code: 'NOT_ACTIVATED' })
    expect(stderr).toBe('a valid decision with a license file that is BAD_SIGNATURE\n')
  })

  test('stays locked after the license was moved, until a person types the key', async () => {
    const { key, license } = await newLicense()
    const ask = startOn('PYTHON-2')
    await ask(`activate ${key}`)
    await moveLicense(db, systemActor, license)
    expect(await ask('checkIn')).toMatchObject({ shown: 'MOVED', mayRun: false, code: 'MOVED' })
    const restarted = startOn('PYTHON-2')
    expect(await restarted('checkIn')).toMatchObject({ shown: null, mayRun: false, code: 'MOVED' })
    expect(await restarted(`activate ${key}`)).toMatchObject({ mayRun: true, code: 'VALID' })
  })

  test('locks after the license was revoked, and runs again once it is reserved for the computer', async () => {
    const { key, license } = await newLicense()
    const ask = startOn('PYTHON-3')
    await ask(`activate ${key}`)
    await changeLicense(db, systemActor, license, { status: 'revoked' })
    expect(await ask('checkIn')).toMatchObject({ shown: 'REVOKED', mayRun: false, code: 'REVOKED' })
    await changeLicense(db, systemActor, license, { status: 'unassigned' })
    await changeLicense(db, systemActor, license, { deviceFingerprint: 'PYTHON-3', status: 'assigned' })
    expect(await ask('checkIn')).toMatchObject({ shown: 'VALID', mayRun: true, code: 'VALID' })
  })

  test('runs on an offline file that the server makes from its request', async () => {
    const { key } = await newLicense()
    const ask = startOn('PYTHON-4', NOWHERE)
    const { shown: request } = await ask(`request ${key}`)
    const { body } = await caller().call(licenseFiles.offlineRequest, { body: { request: request ?? '' } })
    const file = path.join(root, 'license.lic')
    writeFileSync(file, 'file' in body ? body.file.licenseFile : '')
    expect(await ask(`import ${file}`)).toMatchObject({ shown: 'VALID', mayRun: true, code: 'VALID' })
    expect(await startOn('PYTHON-5', NOWHERE)(`import ${file}`)).toMatchObject({ shown: 'WRONG_DEVICE', mayRun: false })
  })

  test('uses the previous state when the file is damaged', async () => {
    const { key } = await newLicense()
    const ask = startOn('PYTHON-6')
    await ask(`activate ${key}`)
    await ask('checkIn')
    const file = path.join(root, 'PYTHON-6', 'license.json')
    const whole = readFileSync(file)
    for (const damage of [whole.subarray(0, 40), Buffer.alloc(whole.length), Buffer.from('[]')]) {
      writeFileSync(file, damage)
      expect(await ask('checkIn')).toMatchObject({ mayRun: true })
      writeFileSync(file, damage)
      expect(await startOn('PYTHON-6', NOWHERE)('checkIn')).toMatchObject({ mayRun: true, code: 'VALID' })
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ licenseKey: key })
    }
  })

  test('continues while its files are deleted, and saves them again', async () => {
    const { key } = await newLicense()
    const ask = startOn('PYTHON-7')
    await ask(`activate ${key}`)
    rmSync(path.join(root, 'PYTHON-7'), { recursive: true })
    expect(await ask('checkIn')).toMatchObject({ shown: 'VALID', mayRun: true, code: 'VALID' })
    expect(existsSync(path.join(root, 'PYTHON-7', 'license.json'))).toBe(true)
  })

  test('a process that could not save does not undo the release by another', async () => {
    const { key } = await newLicense()
    const [first, second] = [startOn('PYTHON-8'), startOn('PYTHON-8')]
    await first(`activate ${key}`)
    await second('checkIn')
    const folder = path.join(root, 'PYTHON-8')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'The disk is full.')
    expect(await first('checkIn')).toMatchObject({ mayRun: true })
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    expect(await second('deactivate')).toMatchObject({ code: 'NOT_ACTIVATED' })
    expect(await first('checkIn')).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
    expect(await first(`validate ${key}`)).toMatchObject({ shown: 'NOT_ACTIVATED' })
  })

  /** Activates, reads the list and deactivates with a time limit of a second. */
  const PROGRAM = `
import sys
from latchkey import transport
from latchkey.client import Client, Device
transport.TIMEOUT_SECONDS = 1
client = Client(sys.argv[1])
answer = client.activate('KEY', Device('PC', 'PC', 'Windows'), 'typed', [])
print(answer.code, answer.conclusive, client.revocations(), client.deactivate({'deviceToken': 'token'}).code)
`

  test('names the cause of a missing decision for the log', async () => {
    const program = `
from latchkey.client import Client, Device
from latchkey.licensing import Licensing
from latchkey.state import FileStore
from pathlib import Path
def report(error):
    print(error)
    raise RuntimeError('the log is full')
licensing = Licensing(Client('${NOWHERE}'), FileStore(Path('${path.join(root, 'log')}')), Device('PC', 'PC', 'W'), {'k': 'A' * 43 + '='}, report=report)
print(licensing.activate('KEY').code)
`
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { cwd: import.meta.dirname })
    expect(stdout).toMatch(/Connection refused.*\nSERVER_ERROR\n$/)
  })

  const trickle = (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\nA: ')
    const timer = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(timer))
  }
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  const faults: [string, (socket: Socket) => void][] = [
    ['is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')],
    ['breaks off within a chunk', (socket) => socket.end(`${chunked}5\r\n{"va`)],
    ['has a chunk of no length', (socket) => socket.end(`${chunked}zz\r\n{"va`)],
    ['has an endless header', (socket) => socket.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)],
    ['has headers that trickle in', trickle],
    ['never comes', () => {}],
  ]
  test.each(faults)('an answer that %s is no decision', async (_what, answer) => {
    const broken = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
    await once(broken.listen(0, '127.0.0.1'), 'listening')
    const { port } = broken.address() as AddressInfo
    try {
      const words = ['-c', PROGRAM, `http://127.0.0.1:${port}`]
      const { stdout } = await promisify(execFile)('python3', words, { cwd: import.meta.dirname, timeout: 30_000 })
      expect(stdout).toBe('SERVER_ERROR False None SERVER_ERROR\n')
    } finally {
      broken.close()
    }
  })
})
