import { pictureSizes, type Character } from '#modules/gallery/api'
import { Avatar } from '#web/components/shared/avatar'
import { Backdrop } from '#web/components/shared/backdrop'
import { Dialog } from '#web/components/ui/dialog'
import { AboutScenario, CharacterAbout } from './character_about.tsx'

interface CharacterSheetProps {
  character: Character
  /** The scenario with macros replaced. */
  scenario: string | null
  isOpen: boolean
  onClose: () => void
}

/** The character panel as a sheet, on smaller screens. */
export function CharacterSheet({ character, scenario, isOpen, onClose }: CharacterSheetProps) {
  const { name, avatar, avatarFocus } = character
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={name}
      cover={
        <div className="relative h-40 overflow-clip">
          <Backdrop character={character} sizes={pictureSizes.place} imageClassName="object-[50%_42%]" />
          <div className="absolute inset-0 bg-linear-to-t from-float via-float/30 via-40% to-transparent to-75%" />
        </div>
      }
      picture={<Avatar address={avatar} name={name} focus={avatarFocus} size="l" className="ring-4 ring-float" />}
    >
      <div className="mt-3">
        <CharacterAbout character={character}>{scenario && <AboutScenario text={scenario} />}</CharacterAbout>
      </div>
    </Dialog>
  )
}
