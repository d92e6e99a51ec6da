import { describeApi, type ApiDocument } from '#server/operations/developers/document/document.ts'
import { TAGS } from '#server/operations/developers/document/tags.ts'
import { referencePage } from '#server/operations/developers/reference-page.ts'
import { renderGuide } from './guide.ts'
import { escape, slugOf } from './html.ts'
import { GUIDES, guideAddress, layOut, tagAddress } from './layout.ts'
import { renderReference } from './reference.ts'
import { readStyle } from './style.ts'

type Portal = { productName: string; publicUrl: string; webPage: string | undefined }

/** Each text is made when it is first asked for, and kept. */
export function createPages({ productName, publicUrl, webPage }: Portal) {
  const document = once(() => describeApi(productName))
  const guides = GUIDES.map(
    ({ slug, file }) => [slug as string, once(() => guidePage(file, guideAddress(slug)))] as const,
  )
  const tags = TAGS.map((tag) => [slugOf(tag.name), once(async () => tagPage(tag, await document()))] as const)

  const guidePage = async (file: string, address: string) =>
    layOut(productName, { ...(await renderGuide(file, publicUrl)), address })
  const tagPage = ({ name, description }: (typeof TAGS)[number], api: ApiDocument) => {
    const { sections, content } = renderReference(api, name)
    const introduction = `<p>${escape(description)}</p>\n`
    return layOut(productName, { title: name, address: tagAddress(name), sections, content: introduction + content })
  }

  return {
    document: once(async () => JSON.stringify(await document())),
    forStaff: once(async () => referencePage(await document())),
    style: once(() => readStyle(webPage)),
    guides: new Map(guides),
    tags: new Map(tags),
  }
}

function once<Made>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}
