import type { ReactElement } from 'react'
import { Menu } from '#web/components/ui/menu'
import { DownloadCardItems } from './download_card_items.tsx'

/** A menu with the downloads of a character, for its owner. Opens on mount. */
export const CharacterMenu = ({ trigger, characterId }: { trigger: ReactElement; characterId: string }) => (
  <Menu trigger={trigger} defaultOpen>
    <DownloadCardItems characterId={characterId} />
  </Menu>
)
