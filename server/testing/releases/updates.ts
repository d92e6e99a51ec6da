import { XMLParser } from 'fast-xml-parser'
import type { VersionRow } from '#demo/rows/releases.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { app } from '#server/testing/testing.ts'
import { publish } from './downloads.ts'

/** A computer that runs the application, with a license of a new organization. */
export async function installed() {
  const { owner, license, key } = await ownerWithLicense()
  const pc = computer()
  const { body } = await pc.activate(key)
  const { deviceToken, updateToken } = body
  /** `path` from the folder of the channel: 'latest.yml'. */
  const ask = (path: string, { channel = 'stable', headers = {}, method = 'GET' }: Ask = {}) =>
    app.inject({ method, url: `/updates/${updateToken}/${channel}/${path}`, headers })
  const read = async (path: string, channel = 'stable') => {
    const { statusCode, headers, body } = await ask(path, { channel })
    return { status: statusCode, headers, body, json: <Content>() => JSON.parse(body) as Content }
  }
  /** How a feed refuses. */
  const sentenceOf = async (path: string, channel?: string) => {
    const { status, json } = await read(path, channel)
    return [status, json<{ message: string }>().message]
  }
  return {
    owner,
    license,
    key,
    pc,
    deviceToken,
    updateToken,
    ask,
    read,
    sentenceOf,
  }
}

type Ask = { channel?: string; headers?: Record<string, string>; method?: 'GET' | 'HEAD' }

/** The update that every device is offered. */
export const publishLatest = (facts: Partial<VersionRow> = {}, bytes?: Buffer<ArrayBuffer>) =>
  publish({ version: '2.0.0', isLatest: true, ...facts }, bytes)

/** Attributes are '@_name', texts beside them '#text'. */
export const readXml = (text: string) => new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text)
