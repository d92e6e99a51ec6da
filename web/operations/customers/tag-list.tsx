import { Link } from 'wouter'
import { CHIP } from '#web/app/parts/feature-list.tsx'

/** Each leads to all customers with the tag. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Link key={tag} href={`/customers?${new URLSearchParams({ tag })}`} className={`${CHIP} hover:underline`}>
        {tag}
      </Link>
    ))}
  </span>
)
