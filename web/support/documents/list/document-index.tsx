import { clsx } from 'clsx'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { changedSearch } from '#web/app/url-state.ts'
import type { DocumentGroup } from './document-groups.ts'

type Props = { groups: DocumentGroup[]; readId: string }

/** All titles beside the cards, on wide screens. */
export function DocumentIndex({ groups, readId }: Props) {
  const search = useSearch()
  return (
    <nav
      aria-label="All documents"
      className="sticky top-4 grid max-h-[calc(100dvh-6rem)] content-start gap-4 self-start overflow-y-auto pr-2 text-[13px] max-lg:hidden"
    >
      {groups.map(({ title, members }) => (
        <div key={title} className="grid gap-0.5">
          <p className="px-2 font-semibold">{title}</p>
          <ul>
            {members.map((document) => (
              <li key={document.id}>
                <Link
                  href={changedSearch(search, { document: document.id })}
                  aria-current={document.id === readId ? 'true' : undefined}
                  className={clsx(
                    'block rounded-md px-2 py-1 wrap-anywhere hover:bg-neutral-bg',
                    document.id === readId ? 'bg-accent-soft text-accent' : 'text-fg2',
                  )}
                >
                  {document.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
