import type { Character } from '#modules/gallery/api'
import { isBlank } from '#modules/gallery/api'
import { Avatar } from '#web/components/shared/avatar'
import { previewText } from '#web/components/shared/preview_text'
import { MessageText } from '#web/components/text/message_text'

interface OpeningPreviewProps {
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'avatarFocus'>
  text: string
  /** Replaces {{user}}. */
  readerName: string
}

/** A first message as a chat shows it. */
export function OpeningPreview({ character, text, readerName }: OpeningPreviewProps) {
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
