import { isBlank, limits } from '#modules/gallery/api'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, TextArea } from '#web/components/ui/field'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { toastFailure } from '#web/lib/toasts'
import { storage } from '#web/lib/storage'
import { usePostComment } from '../comments.ts'
import { withRetryTime } from '#web/lib/retry_message'

const number = new Intl.NumberFormat('en')

interface CommentFormProps {
  characterId: string
  userId: string
}

/** A form for a new comment. Keeps the draft until it is posted, through failures and a new sign-in. */
export function CommentForm({ characterId, userId }: CommentFormProps) {
  const draftKey = `facet:comment:${userId}:${characterId}`
  const [text, setText] = useState(() => storage.get(draftKey) ?? '')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const posting = usePostComment(characterId)
  const length = countCodePoints(text.trim())
  const isTooLong = length > limits.commentMax

  const write = (value: string) => {
    setText(value)
    setError(null)
    if (value === '') storage.remove(draftKey)
    else storage.set(draftKey, value)
  }
  const refuse = (why: string) => {
    setError(why)
    field.current?.focus()
  }
  const post = async () => {
    const content = text.trim()
    if (posting.isPending) return
    if (isBlank(content)) return refuse('Write something first.')
    if (isTooLong) return refuse(`A comment has at most ${number.format(limits.commentMax)} characters.`)
    try {
      await posting.mutateAsync(content)
      write('')
    } catch (failure) {
      if (isStatus(failure, 401)) return toastFailure('Login Required', 'Please log in to comment')
      const why = sentenceOf(failure, 'Failed to add comment')
      if (isStatus(failure, 429)) setError(withRetryTime(why, failure.retryAfterSeconds))
      toastFailure('Error', why)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void post()
      }}
    >
      <Field
        label="Add a comment"
        error={error}
        aside={
          <span className={classNames(isTooLong && 'font-semibold text-danger-text')}>
            {number.format(length)} / {number.format(limits.commentMax)}
          </span>
        }
      >
        <TextArea
          ref={field}
          placeholder="What do you think of this character?"
          value={text}
          readOnly={posting.isPending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
              event.preventDefault()
              void post()
            }
          }}
        />
      </Field>
      <div className="mt-3 flex items-center justify-end gap-4">
        <p className="text-xs text-faint pointer-coarse:hidden">Ctrl + Enter to post</p>
        <Button type="submit" look="outline" isLoading={posting.isPending}>
          Post comment
        </Button>
      </div>
    </form>
  )
}
