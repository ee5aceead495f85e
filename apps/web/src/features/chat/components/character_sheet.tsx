import { pictureSizes, type Character } from '#modules/gallery/api'
import { Avatar } from '#web/components/shared/avatar'
import { BackdropCover } from '#web/components/shared/backdrop'
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
      cover={<BackdropCover character={character} sizes={pictureSizes.place} className="h-40" />}
      picture={<Avatar address={avatar} name={name} focus={avatarFocus} size="l" className="ring-4 ring-float" />}
    >
      <div className="mt-3">
        <CharacterAbout character={character}>{scenario && <AboutScenario text={scenario} />}</CharacterAbout>
      </div>
    </Dialog>
  )
}
