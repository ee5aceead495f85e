import type { Character } from '#modules/gallery/api'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { lazyPart } from '#web/lib/lazy_part'

const MoreMenu = lazyPart(async () => (await import('./character_menus.tsx')).MoreMenu)

interface MoreButtonProps {
  /** Only the details of a character have `allowForks`. */
  character: Pick<Character, 'id' | 'name'> & { allowForks?: boolean }
  isOwn: boolean
}

export function MoreButton({ character: { id, name, allowForks = false }, isOwn }: MoreButtonProps) {
  const trigger = (
    <IconButton
      look="outline"
      size="l"
      label={`More options for ${name}`}
      title="More options"
      className="rounded-panel! lg:flex-1"
      icon={<Ellipsis />}
    />
  )
  return (
    <LazyMenu trigger={trigger}>
      <MoreMenu trigger={trigger} characterId={id} canDownload={isOwn || allowForks} />
    </LazyMenu>
  )
}
