import type { ListedPicture } from '#modules/imagegen/api'
import Copy from 'lucide-react/icons/copy'
import MessageSquare from 'lucide-react/icons/message-square'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPen from 'lucide-react/icons/user-pen'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { screens } from '#web/screens'
import { copyAddress } from '../copy_address.ts'
import { madeBy } from '../made_by.ts'

interface PictureMenuProps {
  picture: Pick<ListedPicture, 'url'> & { isDemo?: boolean | undefined }
  trigger: ReactElement
  /** Asks for the chat that it is put behind. */
  onBackground: () => void
  /** Absent where the picture isn't in a list. */
  onDelete?: () => void
}

export function PictureMenu({ picture, trigger, onBackground, onDelete }: PictureMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>{madeBy(picture.isDemo)}</MenuLabel>
      <MenuLink icon={<UserPlus />} to={screens.createCharacter.href({}, { avatar: picture.url })}>
        Use for a new character
      </MenuLink>
      <MenuLink icon={<UserPen />} to={screens.settings.href({}, { tab: 'persona', avatar: picture.url })}>
        Use for a new persona
      </MenuLink>
      <MenuItem icon={<MessageSquare />} onSelect={onBackground}>
        Use as a chat’s background
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={() => void copyAddress(picture.url)}>
        Copy URL
      </MenuItem>
      {onDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
            Delete picture
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
