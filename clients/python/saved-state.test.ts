import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { at, licenseFile, UUID } from '#clients/vectors/examples.ts'
import { armour, publicKeyOf, seal } from '#clients/vectors/signing.ts'

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

const folder = mkdtempSync(path.join(tmpdir(), 'python-saved-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(program: string, ...given: string[]) {
  const { stdout } = await promisify(execFile)('python3', ['-c', program, ...given], {
    cwd: import.meta.dirname,
    timeout: 20_000,
  })
  return stdout.trim().split('\n')
}

const STOPPED_PROCESS = `
import os, signal, subprocess, sys, time
from pathlib import Path
from latchkey import state
from latchkey.client import Client, Device
from latchkey.licensing import Licensing
HOLDER = '''
import os, signal, sys
from pathlib import Path
from latchkey.state import FileStore
with FileStore(Path(sys.argv[1])).lock(True):
    print("locked", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
'''
holder = subprocess.Popen([sys.executable, '-c', HOLDER, sys.argv[1]], stdout=subprocess.PIPE)
holder.stdout.readline()
state.LOCK_SECONDS = 2
store = state.FileStore(Path(sys.argv[1]))
device = Device('PC', 'PC', 'Windows')
licensing = Licensing(Client('http://127.0.0.1:9'), store, device, {'k1': 'A' * 43 + '='}, report=print)
def timed(action):
    start = time.monotonic()
    action()
    print('waited' if time.monotonic() - start >= 2 else 'at once')
timed(lambda: licensing.import_file('no file'))
timed(licensing.look)
timed(licensing.look)
timed(licensing.deactivate)
holder.kill()
holder.wait()
timed(licensing.look)
holder = subprocess.Popen([sys.executable, '-c', HOLDER, sys.argv[1]], stdout=subprocess.PIPE)
holder.stdout.readline()
timed(licensing.deactivate)
holder.kill()
holder.wait()
`

const FAILED_SAVE = `
import json, sys
from latchkey.rules import Identity
from latchkey.saved_state import SavedState
from latchkey.state import State
older, newer, key, fingerprint = sys.argv[1:5]
class Store:
    kept = State()
    is_full = False
    def read(self): return self.kept
    def write(self, state):
        if self.is_full: raise OSError('The disk is full.')
        self.kept = state
def after_failure(mine, theirs):
    store = Store()
    saved = SavedState(store, Identity({'rfc8032-1': key}, fingerprint), lambda error: None)
    saved.save(State(device_token='A', license_file=older))
    store.is_full = True
    saved.save(mine)
    store.kept = theirs
    saved.refresh()
    state = saved.state
    kept = 'newer' if state.license_file == newer else 'older' if state.license_file == older else 'none'
    print(state.device_token, kept, state.last_seen, 'unsaved' if saved.is_unsaved else 'saved')
    store.is_full = False
    saved.save(saved.state)
    print(store.kept == saved.state, saved.is_unsaved)
early, late = sys.argv[5:7]
after_failure(State(device_token='A', license_file=newer, last_seen=early), State(device_token='A', license_file=older, last_seen=late))
after_failure(State(device_token='A', license_file=older), State(device_token='A', license_file=newer, last_seen=late))
after_failure(State(device_token='A', license_file=newer), State(device_token='B', license_file=older, last_seen=early))
after_failure(State(device_token='A', license_file=newer), State())
`

describe.skipIf(reasonToSkip)(`the saved state of a Python application${reasonToSkip}`, { timeout: 30_000 }, () => {
  test('waits and reports once when a process stops while it has the lock, but not to import a file', async () => {
    const waiting = ['Another process has locked the state.', 'waited']
    const expected = ['at once', ...waiting, 'at once', 'at once', 'at once', ...waiting]
    expect(await run(STOPPED_PROCESS, folder)).toEqual(expected)
  })

  test('keeps an answer that it could not save, unless another process has a later one or another license', async () => {
    const files = [at({}), at({ hours: 1 })].map((issuedAt) => armour(seal(licenseFile({ issuedAt }))))
    const times = [at({ hours: 1 }), at({ hours: 2 })] as const
    expect(await run(FAILED_SAVE, ...files, publicKeyOf('rfc8032-1'), UUID, ...times)).toEqual([
      `A newer ${times[1]} unsaved`,
      'True False',
      `A newer ${times[1]} saved`,
      'True False',
      `B older ${times[0]} saved`,
      'True False',
      'None none None saved',
      'True False',
    ])
  })
})
