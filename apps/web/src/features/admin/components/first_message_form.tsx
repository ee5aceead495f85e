import { isBlank, limits, type Character } from '#modules/gallery/api'
import { useRef, useState, type RefObject } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Field, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { toast, attempt } from '#web/lib/toasts'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { Avatar } from '#web/components/shared/avatar'
import { previewText } from '#web/components/shared/preview_text'
import { MessageText } from '#web/components/text/message_text'
import { useSetFirstMessage } from '../characters.ts'
import { CharacterPicker } from './character_picker.tsx'

interface FirstMessageFormProps {
  /** The initial character; null to choose one. */
  character: Character | null
  onClose: () => void
  /** Replaces {{user}} in the preview. */
  readerName: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

const maxCharacters = limits.firstMessageMax

/** Edits a character's first message. Replaces the list until saved or cancelled. */
export function FirstMessageForm({ character: initial, onClose, readerName, headingRef }: FirstMessageFormProps) {
  const [character, setCharacter] = useState(initial)
  const [isAsking, setIsAsking] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const picker = useRef<HTMLElement>(null)
  const form = useForm({ defaultValues: { firstMessage: openingOf(initial) } })
  const { errors, isDirty } = form.formState
  const setting = useSetFirstMessage()
  const guard = useLeaveGuard({ isActive: isDirty })
  const text = form.watch('firstMessage')
  const length = countCodePoints(text)

  const choose = (chosen: Character | null) => {
    setCharacter(chosen)
    setIsMissing(false)
    form.reset({ firstMessage: openingOf(chosen) })
  }
  const save = form.handleSubmit(async ({ firstMessage }) => {
    if (setting.isPending) return
    if (!character) {
      setIsMissing(true)
      picker.current?.focus()
      return
    }
    await attempt('Failed to update first message', async () => {
      const changed = await setting.mutateAsync({ params: { id: character.id }, body: { firstMessage } })
      guard.release()
      toast('First Message Updated', `New chats with ${changed.name} start with it.`)
      onClose()
    })
  })
  const cancel = () => (isDirty ? setIsAsking(true) : onClose())
  return (
    <section aria-labelledby="first-message-heading" className="animate-fade">
      <h2 id="first-message-heading" ref={headingRef} tabIndex={-1} className="display text-2xl outline-none">
        Edit a first message
      </h2>
      <p className="mt-1.5 mb-6 text-ui text-pretty text-soft">It opens every new chat. Existing chats keep theirs.</p>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <form noValidate onSubmit={(event) => void save(event)} className="grid min-w-0 gap-6">
          <CharacterPicker
            ref={picker}
            character={character}
            onPick={choose}
            isDisabled={isDirty || setting.isPending}
            error={isMissing ? 'Choose a character.' : null}
          />
          <Field
            label="First message"
            hint="{{char}} and {{user}} become names. Put actions between *asterisks*."
            error={errors.firstMessage?.message}
            aside={`${length.toLocaleString('en')} / ${maxCharacters.toLocaleString('en')}`}
          >
            <TextArea
              rows={8}
              className="min-h-52"
              {...form.register('firstMessage', {
                validate: (text) => {
                  if (isBlank(text)) return 'Write a first message.'
                  return (
                    countCodePoints(text) <= maxCharacters ||
                    `The first message may have at most ${maxCharacters.toLocaleString('en')} characters.`
                  )
                },
              })}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" isLoading={setting.isPending}>
              Save first message
            </Button>
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </form>
        {character && <OpeningPreview character={character} text={text} readerName={readerName} />}
      </div>
      <ConfirmDialog
        isOpen={isAsking || guard.isAsking}
        title="Leave without saving?"
        question="The first message has unsaved changes."
        confirmLabel="Leave"
        onConfirm={() => {
          if (guard.isAsking) return guard.leave()
          setIsAsking(false)
          guard.release()
          onClose()
        }}
        onCancel={() => {
          setIsAsking(false)
          guard.stay()
        }}
      />
    </section>
  )
}

const openingOf = (character: Character | null): string => character?.firstMessage ?? character?.greeting ?? ''

interface OpeningPreviewProps {
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'avatarFocus'>
  text: string
  /** Replaces {{user}}. */
  readerName: string
}

/** A first message as a chat shows it. */
function OpeningPreview({ character, text, readerName }: OpeningPreviewProps) {
  const { name, avatar, avatarFocus } = character
  return (
    <section aria-label="Preview" className="min-w-0 xl:sticky xl:top-[calc(var(--top-bar)+1.5rem)]">
      <p aria-hidden className="mb-1.5 text-sm font-semibold">
        Preview
      </p>
      <div className="rounded-card border border-line bg-raised p-4 sm:p-5">
        <p className="mb-3 flex min-w-0 items-center gap-3">
          <Avatar address={avatar} name={name} focus={avatarFocus} size="s" />
          <span className="truncate font-semibold">{name}</span>
        </p>
        <div
          className="max-h-[28rem] overflow-y-auto break-words whitespace-pre-wrap"
          tabIndex={0}
          role="group"
          aria-label="The message"
        >
          {isBlank(text) ? (
            <p className="text-faint">Nothing written yet.</p>
          ) : (
            <MessageText text={previewText(text, character, readerName)} />
          )}
        </div>
      </div>
    </section>
  )
}
