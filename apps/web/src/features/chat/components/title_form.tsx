import { limits, type ChatSession } from '#modules/chat/api'
import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../components/ui/field.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { toastFailure } from '../../../lib/toasts.ts'
import { useRenameChat } from '../api/rename_chat.ts'

interface TitleFormProps {
  sessionId: string
  title: string | null
  /** What it is called without a title. */
  placeholder: string
  onDone: (session: ChatSession | null) => void
}

/** A chat's name being changed, in its own place. Enter saves and so does going elsewhere, Escape leaves it as it was. */
export function TitleForm({ sessionId, title, placeholder, onDone }: TitleFormProps) {
  const [text, setText] = useState(title ?? '')
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const rename = useRenameChat()
  useEffect(() => field.current?.select(), [])

  const save = async () => {
    if (isOver.current) return
    isOver.current = true
    if (text.trim() === (title ?? '')) return onDone(null)
    try {
      onDone(await rename.mutateAsync({ sessionId, title: text.trim() }))
    } catch (error) {
      isOver.current = false
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to rename chat'))
      field.current?.focus()
    }
  }
  return (
    <form
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Input
        ref={field}
        // The reader has asked for it this very moment.
        autoFocus
        value={text}
        maxLength={limits.titleMax}
        aria-label="Chat title"
        placeholder={placeholder}
        // Not disabled, which would drop the focus: when it fails one goes on typing.
        readOnly={rename.isPending}
        aria-busy={rename.isPending || undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          isOver.current = true
          onDone(null)
        }}
      />
    </form>
  )
}
