import * as rules from '#config/content_rules'
import type { ModelTier } from '#modules/chat/api'
import { isPictureAddress, type Character } from '#modules/gallery/api'
import Upload from 'lucide-react/icons/upload'
import { useEffect, type ReactNode } from 'react'
import type { DrawSheetProps } from '#web/components/shared/draw_sheet_props'
import { ButtonLink } from '#web/components/ui/button'
import { PageHeader } from '#web/components/ui/page_header'
import { ownHosts } from '#web/lib/own_hosts'
import { toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { useCreateCharacter } from '../authoring.ts'
import type { Author } from '../components/character_form/author.ts'
import { CharacterForm } from '../components/character_form/character_form.tsx'
import { newCharacterOf } from '../components/character_form/character_values.ts'
import { draftKey } from '../components/character_form/drafts.ts'
import { useCharacterForm } from '../components/character_form/use_character_form.ts'

export interface AuthorProps {
  userId: string
  author: Author
  /** All models; empty while loading. */
  tiers: readonly ModelTier[]
  /** Renders the sheet that draws a picture. */
  drawSheet: (props: DrawSheetProps) => ReactNode
}

interface CreateCharacterScreenProps extends AuthorProps {
  /** A picture address from the URL, which is not validated. */
  avatar: string
  /** Called when the avatar is in the draft and no longer needed in the URL. */
  onAvatarTaken: () => void
  onCreated: (character: Character) => void
}

const noCounts = { likes: 0, messageCount: 0 }

export function CreateCharacterScreen({
  userId,
  author,
  tiers,
  avatar,
  onAvatarTaken,
  drawSheet,
  onCreated,
}: CreateCharacterScreenProps) {
  const create = useCreateCharacter()
  const state = useCharacterForm({
    stored: null,
    draftKey: draftKey(userId, null),
    avatar: isPictureAddress(avatar, ownHosts) ? avatar : '',
    missing: 'Please fill in all required fields including avatar',
    failure: 'Failed to create character',
    save: (values) =>
      create.mutateAsync({ body: { ...newCharacterOf(values), background: values.background || values.avatar } }),
    onSaved: (character) => {
      toast('Character Created', `${character.name} is ready to chat.`)
      onCreated(character)
    },
  })
  const isTaken = avatar !== '' && state.isKept
  useEffect(() => {
    if (isTaken) onAvatarTaken()
  }, [isTaken, onAvatarTaken])

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-6 sm:pt-12">
      <PageHeader title="Create a character" lead="Give your character a face, a past and a first message.">
        <ButtonLink to={screens.importFiles.path}>
          <Upload aria-hidden className="size-4.5" />
          Import a card
        </ButtonLink>
      </PageHeader>
      <CharacterForm
        state={state}
        categories={rules.createCategories}
        saveLabel="Create Character"
        cancelAddress={screens.gallery.path}
        needsAll
        drawSheet={drawSheet}
        counts={noCounts}
        author={author}
        tiers={tiers}
      />
    </div>
  )
}
