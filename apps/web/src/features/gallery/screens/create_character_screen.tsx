import * as rules from '#config/content_rules'
import { isPictureAddress } from '#modules/gallery/api'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DrawSheetProps } from '#web/components/shared/draw_sheet_props'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
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
  author: Author
  /** Renders the sheet that draws a picture. */
  drawSheet: (props: DrawSheetProps) => ReactNode
}

const noCounts = { likes: 0, messageCount: 0 }

/** The form of a new character. Its first avatar may be in the URL, not validated, until it is in the draft. */
export function CreateCharacterScreen({ author, drawSheet }: AuthorProps) {
  const [query] = useSearchParams()
  const [avatar] = useState(() => query.get('avatar') ?? '')
  const navigate = useNavigate()
  const refreshUser = useRefreshUser()
  const create = useCreateCharacter()
  const state = useCharacterForm({
    stored: null,
    draftKey: draftKey(author.id, null),
    avatar: isPictureAddress(avatar, ownHosts) ? avatar : '',
    missing: 'Please fill in all required fields including avatar',
    failure: 'Failed to create character',
    save: (values) =>
      create.mutateAsync({ body: { ...newCharacterOf(values), background: values.background || values.avatar } }),
    onSaved: (character) => {
      toast('Character Created', `${character.name} is ready to chat.`)
      refreshUser()
      void navigate(screens.character.href({ characterId: character.id }))
    },
  })
  const isTaken = avatar !== '' && state.isKept
  useEffect(() => {
    if (isTaken) void navigate(screens.createCharacter.path, { replace: true, preventScrollReset: true })
  }, [isTaken, navigate])

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
      />
    </div>
  )
}
