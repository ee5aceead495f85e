import { publicName, userName } from '#modules/accounts/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { useFormContext, useWatch } from 'react-hook-form'
import { Avatar } from '#web/components/shared/avatar'
import { previewText } from '#web/components/shared/preview_text'
import { MessageText } from '#web/components/text/message_text'
import { useDebouncedPictureAddress } from '#web/components/shared/use_settled_address'
import { CharacterCard } from '../character_card.tsx'
import type { Author } from './author.ts'
import { isAdult, type CharacterValues } from './character_values.ts'

interface CharacterPreviewProps {
  counts: Pick<CharacterSummary, 'likes' | 'messageCount'>
  author: Author
}

/** A preview of the character's card and of the start of a chat. */
export function CharacterPreview({ counts, author }: CharacterPreviewProps) {
  const { control } = useFormContext<CharacterValues>()
  const values = useWatch({ control }) as CharacterValues
  const avatar = useDebouncedPictureAddress(values.avatar) || null
  const name = values.name.trim() || 'Your character'
  const adult = isAdult(values)
  return (
    <div className="grid gap-6">
      {/* The card is inert, because the form has the same content. */}
      <div inert aria-hidden className="mx-auto w-full max-w-68 xl:max-w-none">
        <CharacterCard
          character={{
            id: 'preview',
            name,
            description: values.description.trim() || 'Your description goes here.',
            avatar,
            avatarFocus: values.avatarFocus,
            category: values.category,
            tags: values.tags,
            isNsfw: adult,
            isPublic: values.isPublic,
            createdBy: '',
            background: null,
            createdAt: '',
            liked: false,
            creator: { id: '', name: publicName(author), username: null },
            openingLine: null,
            likes: counts.likes,
            messageCount: counts.messageCount,
          }}
          isCovered={false}
          isOwn={false}
          q=""
          index={0}
          userName={userName(author)}
          onChoose={ignore}
          onDelete={ignore}
        />
      </div>
      {(adult || !values.isPublic) && (
        <p className="text-center text-sm text-balance text-soft">
          {!values.isPublic
            ? 'Private: only you can see it.'
            : 'Adult: covered for users who haven’t enabled adult content.'}
        </p>
      )}
      <section aria-label="Start of the chat" className="grid gap-2.5 rounded-card border border-line bg-raised p-4">
        <p className="flex min-w-0 items-center gap-2.5">
          <Avatar address={avatar} name={name} focus={values.avatarFocus} size="s" />
          <span className="display line-clamp-2 min-w-0 text-lg leading-snug break-words">{name}</span>
        </p>
        <Opening text={previewText(values.firstMessage, { id: 'preview', name }, userName(author))} />
      </section>
    </div>
  )
}

function Opening({ text }: { text: string }) {
  if (text.trim() === '') {
    return <p className="text-sm text-faint">The first message goes here. Without one, you write first.</p>
  }
  return (
    <div className="max-h-72 overflow-y-auto overscroll-contain text-ui leading-[1.6] break-words whitespace-pre-wrap">
      <MessageText text={text} />
    </div>
  )
}

const ignore = () => {}
