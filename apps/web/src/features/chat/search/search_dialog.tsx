import { limits } from '#modules/chat/api'
import { useState } from 'react'
import { Dialog } from '#web/components/ui/dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { SearchField } from '#web/components/ui/search_field'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { MessageHits } from './message_hits.tsx'

interface SearchDialogProps {
  sessionId: string
  onShowMessage: (messageId: string) => void
  onClose: () => void
}

/** A dialog that searches the messages of a chat. */
export function SearchDialog({ sessionId, onShowMessage, onClose }: SearchDialogProps) {
  const [text, setText] = useState('')
  const q = useDebouncedSearch(text)
  return (
    <Dialog isOpen onClose={onClose} title="Search this chat" width="medium">
      <SearchField
        label="Search this chat"
        placeholder="Words, or a “phrase”"
        maxLength={limits.searchMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText('')}
        className="mt-4"
      />
      <div className="mt-4 min-h-64">
        {q === '' ? (
          <EmptyState size="panel" title="Find a line" text="Finds every message of this chat, however old." />
        ) : (
          <MessageHits
            search={{ q, sessionId }}
            onShow={onShowMessage}
            nothing={<EmptyState size="panel" title="No messages found" text={`No message contains '${q}'.`} />}
          />
        )}
      </div>
    </Dialog>
  )
}
