import Upload from 'lucide-react/icons/upload'
import type { ReactElement } from 'react'
import { Menu, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { screens } from '#web/screens'
import { DownloadCardItems } from './download_card_items.tsx'

interface MoreMenuProps {
  trigger: ReactElement
  characterId: string
  canDownload: boolean
}

/** A menu with the rarely used actions of a character. Opens on mount. */
export function MoreMenu({ trigger, characterId, canDownload }: MoreMenuProps) {
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
    </Menu>
  )
}
