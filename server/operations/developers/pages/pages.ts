import { compressed, once } from '#server/platform/http/answers/compressed.ts'
import { describeApi, type ApiDocument } from '#server/operations/developers/document/document.ts'
import { TAGS } from '#server/operations/developers/document/tags.ts'
import { referencePage } from '#server/operations/developers/reference-page.ts'
import { renderGuide } from './guide.ts'
import { escape, slugOf } from './html.ts'
import { GUIDES, guideAddress, layOut, tagAddress } from './layout.ts'
import { renderReference } from './reference.ts'
import { readStyle } from './style.ts'

type Portal = { productName: string; publicUrl: string; webPage: string | undefined }

export function createPages({ productName, publicUrl, webPage }: Portal) {
  const document = once(() => describeApi(productName))
  const guides = GUIDES.map(
    ({ slug, file }) => [slug as string, compressed(() => guidePage(file, guideAddress(slug)))] as const,
  )
  const tags = TAGS.map((tag) => [slugOf(tag.name), compressed(async () => tagPage(tag, await document()))] as const)

  const guidePage = async (file: string, address: string) =>
    layOut(productName, { ...(await renderGuide(file, publicUrl)), address })
  const tagPage = ({ name, description }: (typeof TAGS)[number], api: ApiDocument) => {
    const { sections, content } = renderReference(api, name)
    const introduction = `<p>${escape(description)}</p>\n`
    return layOut(productName, { title: name, address: tagAddress(name), sections, content: introduction + content })
  }

  return {
    document: compressed(async () => JSON.stringify(await document())),
    forStaff: compressed(async () => referencePage(await document())),
    style: compressed(() => readStyle(webPage)),
    guides: new Map(guides),
    tags: new Map(tags),
  }
}
