import { limits, type ChatSession } from '#modules/chat/api'
import { renameChat } from '#modules/chat/calls'
import { useEffect, useRef, useState } from 'react'
import { Input } from '#web/components/ui/field'
import { toastError } from '#web/lib/toasts'
import { submitting } from '#web/lib/submitting'
import { useCall } from '#web/lib/use_call'
import { chatsKey } from '../chat_lists.ts'

interface TitleFormProps {
  sessionId: string
  title: string | null
  placeholder: string
  onDone: (session: ChatSession | null) => void
}

/** A form that renames a chat in place. Enter or blur saves, Escape cancels. */
export function TitleForm({ sessionId, title, placeholder, onDone }: TitleFormProps) {
  const [text, setText] = useState(title ?? '')
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const rename = useCall(renameChat, (queryClient) => queryClient.invalidateQueries({ queryKey: chatsKey }))
  useEffect(() => field.current?.select(), [])

  const save = async () => {
    if (isDone.current) return
    isDone.current = true
    if (text.trim() === (title ?? '')) return onDone(null)
    try {
      // An empty text removes the title.
      onDone(await rename.mutateAsync({ params: { id: sessionId }, body: { title: text.trim() } }))
    } catch (error) {
      isDone.current = false
      toastError(error, 'Failed to rename chat')
      field.current?.focus()
    }
  }
  return (
    <form className="min-w-0 flex-1" onSubmit={submitting(save)}>
      <Input
        ref={field}
        // The user has just asked to rename.
        autoFocus
        value={text}
        maxLength={limits.titleMax}
        aria-label="Chat title"
        placeholder={placeholder}
        // A disabled field would lose the focus.
        readOnly={rename.isPending}
        aria-busy={rename.isPending || undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          isDone.current = true
          onDone(null)
        }}
      />
    </form>
  )
}
