import { createCipheriv, createHash } from 'node:crypto'

/** The same bytes for the same seed, as incompressible as an installer. */
export function randomFrom(seed: string, size: number) {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}

/** Two builds of an application: of the second, 2 % is new, in three places, one of them an insertion. */
export function twoBuilds(size: number) {
  const old = randomFrom('old', size)
  old.write('MZ')
  const part = Math.floor(size / 150)
  const [first, second, third] = [1, 2, 3].map((place) => randomFrom(`new ${place}`, part)) as [Buffer, Buffer, Buffer]
  const [near, far] = [Math.floor(size / 3), Math.floor(size / 2)]
  const next = Buffer.concat([old.subarray(0, near), first, old.subarray(near)])
  second.copy(next, far)
  third.copy(next, size - part)
  return { old, next }
}
