import { isBlankMessage, limits } from '#modules/chat/api'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { TextArea } from '#web/components/ui/field'
import { Price, usePricedLabel } from './price.tsx'
import { countCodePoints } from '#web/lib/code_points'
import { submitting } from '#web/lib/submitting'

interface MessageEditorProps {
  content: string
  isUser: boolean
  onSave: (content: string) => Promise<boolean>
  /** Saves and requests another answer. Undefined where no answer can follow. */
  onReply?: (content: string) => Promise<boolean>
  onClose: () => void
}

/** A form that edits a message in place. Ctrl+Enter saves, Escape cancels. */
export function MessageEditor({ content, isUser, onSave, onReply, onClose }: MessageEditorProps) {
  const [text, setText] = useState(content)
  const [saving, setSaving] = useState<'save' | 'reply' | null>(null)
  const priced = usePricedLabel()
  const field = useRef<HTMLTextAreaElement>(null)
  const max = isUser ? limits.contentMax : limits.answerMax
  const length = countCodePoints(text)
  const canSave = !isBlankMessage(text) && length <= max

  useEffect(() => {
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
    element?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  const save = async () => {
    if (!canSave || saving) return
    if (text.trim() === content.trim()) return onClose()
    setSaving('save')
    if (await onSave(text.trim())) onClose()
    else setSaving(null)
  }
  const reply = async () => {
    if (!canSave || saving || !onReply) return
    setSaving('reply')
    // An unchanged text keeps its spaces, so that it isn't saved as an edit.
    if (await onReply(text.trim() === content.trim() ? content : text.trim())) onClose()
    else setSaving(null)
  }

  return (
    <form className="grid w-full gap-2.5" onSubmit={submitting(save)}>
      <TextArea
        ref={field}
        value={text}
        aria-label="Edit message"
        aria-invalid={length > max || undefined}
        className="max-h-[50dvh] text-read leading-[1.55]!"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onClose()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void save()
          }
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-xs text-soft tabular-nums">
          {length > max - 500 ? (
            <span className={length > max ? 'font-semibold text-danger-text' : undefined}>
              {length.toLocaleString('en')} / {max.toLocaleString('en')}
            </span>
          ) : (
            <span className="hidden sm:pointer-fine:inline">
              Ctrl + Enter to save{!onReply && ', Escape to cancel'}
            </span>
          )}
        </p>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isLoading={saving === 'save'} disabled={!canSave || saving === 'reply'}>
          Save
        </Button>
        {onReply && (
          <Button
            look="primary"
            title={priced('Save and reply')}
            isLoading={saving === 'reply'}
            disabled={!canSave || saving === 'save'}
            onClick={() => void reply()}
          >
            {/* The icon has the button's colour. */}
            Save and reply <Price className="[&>svg]:brightness-0 [&>svg]:invert" />
          </Button>
        )}
      </div>
    </form>
  )
}
