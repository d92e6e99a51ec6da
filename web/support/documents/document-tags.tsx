const LOOK = 'block max-w-full truncate rounded-full bg-neutral-bg px-2 py-0.5 text-xs text-neutral-fg'

/** `onChoose`: shows the documents with that tag. */
type Props = { tags: readonly string[]; onChoose?: (tag: string) => void }

export const DocumentTags = ({ tags, onChoose }: Props) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full min-w-0">
          {onChoose ? (
            <button
              type="button"
              title={`Documents tagged ${tag}`}
              onClick={() => onChoose(tag)}
              className={`${LOOK} min-h-6 hover:text-fg`}
            >
              {tag}
            </button>
          ) : (
            <span className={LOOK}>{tag}</span>
          )}
        </li>
      ))}
    </ul>
  )
