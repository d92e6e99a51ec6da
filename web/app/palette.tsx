import { Command } from 'cmdk'
import { useLocation } from 'wouter'
import { Dialog } from '#web/ui/dialog.tsx'
import { intent } from '#web/ui/on-demand.tsx'
import { useNavigation, type NavigationItem } from './navigation.ts'

/** Every screen the signed-in person may open, by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const sections = useNavigation()
  const go = (path: string) => {
    onClose()
    navigate(path)
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <Command label="Go to" filter={contains} className="grid gap-2">
        <Command.Input
          placeholder="Type the name of a screen"
          className="h-10 w-full rounded-md border border-input bg-card px-3 placeholder:text-fg2"
        />
        <Command.List className="max-h-80 overflow-y-auto">
          <Command.Empty className="p-6 text-center text-fg2">No screen has this name.</Command.Empty>
          {sections.map(({ title, items }) => (
            <Command.Group
              key={title}
              heading={title}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg2"
            >
              {items.map((item) => (
                <Target key={item.screen.path} section={title} {...item} onSelect={go} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const contains = (name: string, typed: string) => Number(name.toLowerCase().includes(typed.trim().toLowerCase()))

type TargetProps = NavigationItem & { section: string; onSelect: (path: string) => void }

const Target = ({ screen, icon: Icon, section, onSelect }: TargetProps) => (
  <Command.Item
    value={`${screen.title} ${section}`}
    onSelect={() => onSelect(screen.path)}
    {...intent(screen.Page)}
    className="flex h-9 items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-neutral-bg max-sm:h-11"
  >
    <Icon aria-hidden className="size-4 text-fg2" />
    {screen.title}
  </Command.Item>
)
