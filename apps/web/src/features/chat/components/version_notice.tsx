import type { ChatCharacterVersion } from '#modules/chat/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { lazyDialog } from '#web/lib/lazy_part'

const VersionDialog = lazyDialog(async () => (await import('./version_dialog.tsx')).VersionDialog)

interface VersionNoticeProps {
  sessionId: string
  /** The id of the character, in a group chat. */
  characterId?: string
  /** The name of the character. */
  name: string
  version: Pick<ChatCharacterVersion, 'number' | 'newest'>
  onUpdated: (version: ChatCharacterVersion) => void
}

/** A notice that offers the newest version of a character that has changed since the chat began. */
export function VersionNotice({ version: { number, newest }, ...chat }: VersionNoticeProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {number < newest && (
        <section
          aria-label="Newer version"
          className="relative flex items-center gap-3 border-b border-line bg-raised py-0.5 pr-1 pl-4 text-sm text-soft"
        >
          <p className="min-w-0 flex-1 truncate">
            {chat.name} has changed<span className="max-sm:hidden"> since this chat began</span>.
          </p>
          <Button look="quiet" size="s" aria-haspopup="dialog" className="shrink-0" onClick={() => setIsOpen(true)}>
            <span>
              Update <span className="max-sm:sr-only">to the newest</span>
            </span>
          </Button>
        </section>
      )}
      <VersionDialog {...chat} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
