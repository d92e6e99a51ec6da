import { globSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rooms in which every folder can be read at a glance. */
const ROOMS = ['web']
const MAX_ENTRIES = 15

/** Tests and styles are found beside what they are about. */
const isCounted = (name: string) => !/\.test\.tsx?$|\.css$/.test(name)

test.each(ROOMS)(`a folder of %s has at most ${MAX_ENTRIES} entries`, (room) => {
  const folders = [room, ...globSync(`${room}/**/`)]
  const counts = folders.map((folder) => [folder, readdirSync(folder).filter(isCounted).length] as const)
  expect(counts.filter(([, count]) => count > MAX_ENTRIES)).toEqual([])
})
