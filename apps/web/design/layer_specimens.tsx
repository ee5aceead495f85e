import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { AlertHost } from '#web/components/ui/alert_host'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { RubyIcon } from '#web/components/shared/ruby_icon'
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { Picture } from '#web/components/shared/picture'
import { Popover } from '#web/components/ui/popover'
import { Rubies } from '#web/components/shared/rubies'
import { showAlert } from '#web/lib/alerts'
import { toast, toastFailure } from '#web/lib/toasts'
import { longText, longWord } from './sample_texts.ts'
import { Chapter, Specimen } from './specimen.tsx'

export function LayerSpecimens() {
  const [open, setOpen] = useState<'dialog' | 'cover' | 'long' | 'question' | 'popover' | null>(null)
  const close = () => setOpen(null)
  return (
    <Chapter title="Layers">
      <Specimen name="Dialogs">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('cover')}>Dialog with a cover</Button>
        <Button onClick={() => setOpen('long')}>Long dialog</Button>
        <Button onClick={() => setOpen('question')}>Question</Button>
        <Popover
          trigger={<Button>Popover</Button>}
          label="Filters"
          align="start"
          isOpen={open === 'popover'}
          onOpenChange={(isOpen) => setOpen(isOpen ? 'popover' : null)}
        >
          {longText}
        </Popover>
        <Button onClick={() => showAlert('Access Denied', longText)}>Alert</Button>
        <AlertHost />
        <Dialog
          isOpen={open === 'dialog'}
          onClose={close}
          title="Wenna Thorncroft"
          description={longText}
          picture={<Avatar address={null} name="Wenna Thorncroft" size="l" />}
        >
          <Button look="primary" className="mt-6 w-full" onClick={close}>
            Start New Chat
          </Button>
        </Dialog>
        <Dialog
          isOpen={open === 'cover'}
          onClose={close}
          title="Wenna Thorncroft"
          description={longText}
          cover={<Picture address={null} name="Wenna Thorncroft" className="h-36" initialsClassName="hidden" />}
          picture={<Picture address={null} name="Wenna" className="aspect-3/4 w-24 rounded-panel" />}
        >
          <Button look="primary" className="mt-6 w-full" onClick={close}>
            Start New Chat
          </Button>
        </Dialog>
        <Dialog isOpen={open === 'long'} onClose={close} title={longWord}>
          <div className="mt-4 grid gap-4 text-soft">
            {Array.from({ length: 24 }, (_, index) => (
              <p key={index}>{longText}</p>
            ))}
          </div>
        </Dialog>
        <ConfirmDialog
          isOpen={open === 'question'}
          title="Delete chat"
          question="Are you sure you want to delete this chat? This action cannot be undone."
          confirmLabel="Delete"
          onConfirm={close}
          onCancel={close}
        />
      </Specimen>
      <Specimen name="Menu">
        <Menu trigger={<Button>Account</Button>} align="start">
          <MenuLabel>
            <span className="block font-semibold text-text">Robin Ferris</span>
            robin@example.test
          </MenuLabel>
          <MenuSeparator />
          <MenuLink to="/design" icon={<Settings />}>
            Settings
          </MenuLink>
          <MenuItem icon={<RubyIcon />} aside={<Rubies amount={1250} />} onSelect={() => {}}>
            Buy Rubies
          </MenuItem>
          <MenuItem icon={<Trash />} isDanger onSelect={() => {}}>
            Delete
          </MenuItem>
          <MenuItem isDisabled onSelect={() => {}}>
            {longText}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<LogOut />} onSelect={() => {}}>
            Log out
          </MenuItem>
        </Menu>
      </Specimen>
      <Specimen name="Toasts">
        <Button onClick={() => toast('Chat Deleted', 'Chat session has been deleted successfully')}>Toast</Button>
        <Button look="danger" onClick={() => toastFailure('Error', 'Failed to delete chat')}>
          Failure
        </Button>
        <Button onClick={() => toast(longText, `${longText} ${longWord}`)}>Long one</Button>
        <span className="text-sm text-faint">F8 moves the focus to it</span>
      </Specimen>
    </Chapter>
  )
}
