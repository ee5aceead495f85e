import { Button, buttonClasses } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'

interface LinkDialogProps {
  address: string
  host: string
  onClose: () => void
}

export function LinkDialog({ address, host, onClose }: LinkDialogProps) {
  const isMail = address.startsWith('mailto:')
  return (
    <Dialog isOpen onClose={onClose} title={isMail ? `Write to ${host}?` : `Open ${host}?`}>
      <p className="mt-2 text-sm text-pretty text-soft">
        {isMail
          ? 'This opens your mail app. The address comes from this chat.'
          : 'This leads to another site. Its address comes from this chat.'}
      </p>
      <p dir="ltr" className="mt-3 max-h-32 overflow-y-auto text-sm wrap-anywhere">
        {address}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className={buttonClasses('primary')}
          onClick={onClose}
        >
          {isMail ? 'Write' : 'Open'}
        </a>
      </div>
    </Dialog>
  )
}
