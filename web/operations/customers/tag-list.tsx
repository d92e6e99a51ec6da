import { Link } from 'wouter'

/** Each leads to all customers with the tag. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Link
        key={tag}
        href={`/customers?${new URLSearchParams({ tag })}`}
        className="inline-flex min-h-6 max-w-full items-center rounded-md bg-neutral-bg px-2 text-xs font-normal wrap-anywhere text-neutral-fg hover:underline"
      >
        {tag}
      </Link>
    ))}
  </span>
)
