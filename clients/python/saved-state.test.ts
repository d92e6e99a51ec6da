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

const STOPPED_HOLDER = `
import subprocess, sys, threading, time
from pathlib import Path
from latchkey import licensing as module
from latchkey.client import Client, Device
from latchkey.licensing import Licensing
from latchkey.state import FileStore, State
HOLDER = '''
import os, signal, sys
from pathlib import Path
from latchkey.state import FileStore
with FileStore(Path(sys.argv[1])).lock():
    print("locked", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
'''
holder = subprocess.Popen([sys.executable, '-c', HOLDER, sys.argv[1]], stdout=subprocess.PIPE)
holder.stdout.readline()
def licensing_with(store, report):
    return Licensing(Client('http://127.0.0.1:9'), store, Device('PC', 'PC', 'Windows'), {'k1': 'A' * 43 + '='}, report=report)
`

const STOPPED_PROCESS = `${STOPPED_HOLDER}
module.LOCK_ATTEMPTS = 20
licensing = licensing_with(FileStore(Path(sys.argv[1])), print)
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

const WAITING_THREADS = `${STOPPED_HOLDER}
class WatchedStore(FileStore):
    def lock(self):
        self.tried.set()
        return super().lock()
def report(error):
    if 'locked' in str(error): print(error)
def import_during(begin):
    store = WatchedStore(Path(sys.argv[1]))
    store.tried = threading.Event()
    licensing = licensing_with(store, report)
    begin(licensing)
    store.tried.wait()
    print(licensing.import_file('no file').code)
    return licensing
import_during(Licensing.start).stop()
FileStore(Path(sys.argv[1])).write(State(device_token='A'))
checking = import_during(lambda licensing: threading.Thread(target=licensing.check_in).start())
print('asked' if checking.state.attempt else 'not yet asked')
holder.kill()
holder.wait()
for thread in threading.enumerate():
    if thread is not threading.current_thread(): thread.join()
print('asked' if checking.state.attempt else 'not yet asked')
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

const LASTING_FAILURE = `
import uuid
from latchkey.rules import Identity
from latchkey.saved_state import SavedState
from latchkey.state import State
class Store:
    def read(self): return State()
    def write(self, state): raise OSError(30, 'Read-only file system', f'tmp{uuid.uuid4()}.part')
saved = SavedState(Store(), Identity({}, 'PC'), lambda error: print(error.strerror))
for _ in range(3): saved.save(State(device_token='A'))
`

const LOCKED_BRIEFLY = `
import os, pathlib, sys
from latchkey.state import FileStore, State
def refuse(times, work):
    left = [times]
    def attempt(*given):
        if left[0] > 0:
            left[0] -= 1
            raise PermissionError(13, 'The process cannot access the file because it is being used by another process')
        return work(*given)
    return attempt
store, replace, read_text = FileStore(pathlib.Path(sys.argv[1])), os.replace, pathlib.Path.read_text
for times in (3, 100):
    os.replace, pathlib.Path.read_text = refuse(times, replace), read_text
    try:
        store.write(State(device_token=f'token-{times}'))
    except PermissionError:
        print('not written')
    os.replace, pathlib.Path.read_text = replace, refuse(times, read_text)
    try:
        print(store.read().device_token)
    except PermissionError:
        print('not read')
`

describe.skipIf(reasonToSkip)(`the saved state of a Python application${reasonToSkip}`, { timeout: 30_000 }, () => {
  test('waits and reports once when a process stops while it has the lock, but not to import a file', async () => {
    const waiting = ['Another process has locked the state.', 'waited']
    const expected = ['at once', ...waiting, 'at once', 'at once', 'at once', ...waiting]
    expect(await run(STOPPED_PROCESS, folder)).toEqual(expected)
  })

  test('imports a file at once while another thread waits for the lock', async () => {
    const started = mkdtempSync(path.join(folder, 'threads-'))
    expect(await run(WAITING_THREADS, started)).toEqual(['MALFORMED', 'MALFORMED', 'not yet asked', 'asked'])
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

  test('reports a failure to write once while it lasts', async () => {
    expect(await run(LASTING_FAILURE)).toEqual(['Read-only file system'])
  })

  test('tries again when a virus scanner has a file, but not for long', async () => {
    expect(await run(LOCKED_BRIEFLY, path.join(folder, 'scanned'))).toEqual(['token-3', 'not written', 'not read'])
  })
})
