import type { CardFormat, CardSpec } from '#modules/cards/api'
import { getCard, getOriginal } from '#modules/cards/calls'
import { addressOf } from '#modules/kernel/calls'
import Archive from 'lucide-react/icons/archive'
import Ban from 'lucide-react/icons/ban'
import Box from 'lucide-react/icons/package-open'
import Braces from 'lucide-react/icons/braces'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import UserMinus from 'lucide-react/icons/user-minus'
import ImageDown from 'lucide-react/icons/image-down'
import type { ReactElement } from 'react'
import Upload from 'lucide-react/icons/upload'
import { MenuItem, MenuLabel, Menu, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { browser } from '#web/lib/browser'
import { screens } from '#web/screens'
import { useCharacter } from '../use_character.ts'

/** Menu items that download a character as a card. Most apps read the first format. */
function DownloadCardItems({ characterId }: { characterId: string }) {
  // An adult character is only found while adult content is on. Without it, the entry is missing.
  const { data } = useCharacter(characterId, true)
  const params = { id: characterId }
  const save = (format: CardFormat, spec: CardSpec) =>
    browser.download(addressOf(getCard, { params, query: { format, spec } }))
  return (
    <>
      <MenuLabel>Download card</MenuLabel>
      <MenuItem icon={<ImageDown />} onSelect={() => save('png', 'v3')}>
        PNG card (V3 + V2)
      </MenuItem>
      <MenuItem icon={<Archive />} onSelect={() => save('charx', 'v3')}>
        CharX, with all files
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('json', 'v3')}>
        JSON, V3 (without pictures)
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('json', 'v2')}>
        JSON, V2 (without pictures)
      </MenuItem>
      {data?.hasOriginal && (
        <MenuItem icon={<Box />} onSelect={() => browser.download(addressOf(getOriginal, { params }))}>
          Original file
        </MenuItem>
      )}
    </>
  )
}

/** A menu with the downloads of a character, for its owner. Opens on mount. */
export const CharacterMenu = ({ trigger, characterId }: { trigger: ReactElement; characterId: string }) => (
  <Menu trigger={trigger} defaultOpen>
    <DownloadCardItems characterId={characterId} />
  </Menu>
)

interface MoreMenuProps {
  trigger: ReactElement
  characterId: string
  canDownload: boolean
  /** Missing for the user's own characters. */
  others?: { onReport: () => void; onHide: () => void; onHideCreator: () => void; onBlock: () => void }
}

/** A menu with the rarely used actions of a character. Opens on mount. */
export function MoreMenu({ trigger, characterId, canDownload, others }: MoreMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLink to={screens.importFiles.path} icon={<Upload />}>
        Import a chat
      </MenuLink>
      {canDownload && (
        <>
          <MenuSeparator />
          <DownloadCardItems characterId={characterId} />
        </>
      )}
      {others && (
        <>
          <MenuSeparator />
          <MenuItem icon={<EyeOff />} onSelect={others.onHide}>
            Hide this character
          </MenuItem>
          <MenuItem icon={<UserMinus />} onSelect={others.onHideCreator}>
            Hide this creator
          </MenuItem>
          <MenuItem icon={<Ban />} onSelect={others.onBlock}>
            Block this creator
          </MenuItem>
          <MenuItem icon={<Flag />} onSelect={others.onReport}>
            Report
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
