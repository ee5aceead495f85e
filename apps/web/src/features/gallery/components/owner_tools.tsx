import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router-dom'
import { buttonClasses, type ButtonLook } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'

const CharacterMenu = lazyPart(async () => (await import('./character_menus.tsx')).CharacterMenu)

interface OwnerToolsProps {
  character: { id: string; name: string }
  look?: ButtonLook
  className: string
  /** Called with the pressed button, which gets the focus back. */
  onDelete: (button: HTMLElement) => void
}

/** The buttons of a character's owner on its card. Always visible, after the name in tab order. */
export function OwnerTools({ character: { id, name }, look, className, onDelete }: OwnerToolsProps) {
  const download = (
    <IconButton size="s" look={look} label={`Download ${name}`} title="Download card" icon={<Download />} />
  )
  return (
    <div className={classNames('absolute! z-10 flex gap-1', className)}>
      <Link
        to={screens.editCharacter.href({ characterId: id })}
        aria-label={`Edit ${name}`}
        title="Edit"
        className={buttonClasses(look, true, 's')}
      >
        <Pencil aria-hidden className="size-4" />
      </Link>
      <LazyMenu trigger={download}>
        <CharacterMenu trigger={download} characterId={id} />
      </LazyMenu>
      <IconButton
        size="s"
        look={look}
        label={`Delete ${name}`}
        title="Delete"
        icon={<Trash2 />}
        onClick={({ currentTarget }) => onDelete(currentTarget)}
      />
    </div>
  )
}
