import dns from 'node:dns/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openResolver } from './name-servers.ts'

const { Resolver } = dns

function setSystem(servers: string[]) {
  class Now extends Resolver {
    constructor() {
      super()
      this.setServers(servers)
    }
  }
  Object.assign(dns, { Resolver: Now })
}

test('the name servers that the system has now are asked, by one resolver while they are the same', () => {
  onTestFinished(() => void Object.assign(dns, { Resolver }))
  setSystem(['192.0.2.1', '192.0.2.2'])
  const before = openResolver()
  expect(before.getServers()).toEqual(['192.0.2.1', '192.0.2.2'])
  setSystem(['192.0.2.2', '192.0.2.1'])
  expect(openResolver()).toBe(before)
  setSystem(['192.0.2.3'])
  expect(openResolver().getServers()).toEqual(['192.0.2.3'])
})
