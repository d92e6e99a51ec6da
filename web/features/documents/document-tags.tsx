/** The tags of a document. */
export const DocumentTags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full bg-neutral-bg px-2 py-0.5 text-xs text-neutral-fg">
          {tag}
        </li>
      ))}
    </ul>
  )
