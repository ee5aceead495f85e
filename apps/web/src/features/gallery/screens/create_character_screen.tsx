import * as rules from '#config/content_rules'
import type { ModelTier } from '#modules/chat/api'
import { isPictureAddress, type Character } from '#modules/gallery/api'
import { useEffect } from 'react'
import { PageHead } from '../../../components/ui/page_header.tsx'
import { ownHosts } from '../../../lib/own_hosts.ts'
import { toast } from '../../../lib/toasts.ts'
import { useTitle } from '../../../lib/use_title.ts'
import { useCreateCharacter } from '../api/create_character.ts'
import { CharacterForm } from '../components/character_form/character_form.tsx'
import { draftKey } from '../components/character_form/drafts.ts'
import { useCharacterForm } from '../components/character_form/use_character_form.ts'

export interface AuthorProps {
  userId: string
  /** What a character calls the author. */
  userName: string
  /** The models that people chat with; empty while they aren't known. */
  tiers: readonly ModelTier[]
}

interface CreateCharacterScreenProps extends AuthorProps {
  /** A picture that was chosen elsewhere, as the address of this page has it; it may be anything. */
  avatar: string
  /** The avatar is in the draft now and need not be in the address. */
  onAvatarTaken: () => void
  /** Where one can be drawn; null while there is no such place. */
  generatorAddress: string | null
  onCreated: (character: Character) => void
}

const noCounts = { likes: 0, messageCount: 0 }

export function CreateCharacterScreen({
  userId,
  userName,
  tiers,
  avatar,
  onAvatarTaken,
  generatorAddress,
  onCreated,
}: CreateCharacterScreenProps) {
  useTitle('Create a character')
  const create = useCreateCharacter()
  const state = useCharacterForm({
    stored: null,
    draftKey: draftKey(userId, null),
    avatar: isPictureAddress(avatar, ownHosts) ? avatar : '',
    missing: 'Please fill in all required fields including avatar',
    failure: 'Failed to create character',
    save: (values) => create.mutateAsync({ ...values, background: values.background || values.avatar }),
    onSaved: (character) => {
      toast('Character Created', `${character.name} is ready to chat.`)
      onCreated(character)
    },
    exempt: generatorAddress === null ? [] : [generatorAddress],
  })
  const isTaken = avatar !== '' && state.isKept
  useEffect(() => {
    if (isTaken) onAvatarTaken()
  }, [isTaken, onAvatarTaken])

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-6 sm:pt-12">
      <PageHead title="Create a character" lead="Give someone a face, a past and a first word." />
      <CharacterForm
        state={state}
        categories={rules.createCategories}
        saveLabel="Create Character"
        cancelAddress="/"
        needsAll
        generatorAddress={generatorAddress}
        counts={noCounts}
        userName={userName}
        tiers={tiers}
      />
    </div>
  )
}
