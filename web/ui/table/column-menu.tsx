import { Columns3 } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'

type Choice = { key: string; header: string }

type Props = {
  columns: readonly Choice[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

export const ColumnMenu = ({ columns, hidden, onChange }: Props) => (
  <span className="max-sm:hidden">
    <Menu
      trigger={
        <Button variant="outline" size="icon" aria-label="Columns" title="Columns">
          <Columns3 aria-hidden />
        </Button>
      }
      items={columns.map(({ key, header }) => ({
        label: header,
        checked: !hidden.has(key),
        onSelect: () => onChange(hidden.symmetricDifference(new Set([key]))),
      }))}
    />
  </span>
)
