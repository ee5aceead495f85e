import type { CharacterDraft, CharacterParts, WholeDraft } from '#modules/gallery/api'
import {
  changeCharacter,
  createCharacter,
  deleteCharacter,
  forkCharacter,
  getCharacter,
  listCharacters,
  listTags,
} from '#modules/gallery/calls'
import { listChats } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'
import { characterKeys, removeFromLists } from './character_cache.ts'

/** All fields of the user's own character. Never cached, because the form must start with the stored values. */
export const characterToEditQuery = (id: string) => ({
  ...callQuery(getCharacter, { params: { id }, query: { edit: true } }),
  gcTime: 0,
})

export type NewCharacter = Omit<CharacterDraft, 'greeting'> & Partial<CharacterParts>

export const useCreateCharacter = () =>
  useCall(createCharacter, (queryClient) => {
    for (const call of [listCharacters, listTags]) void queryClient.invalidateQueries({ queryKey: [patternOf(call)] })
  })

/** The changed fields of a character. Other fields are left out, so that concurrent edits don't undo each other. */
export type CharacterChanges = Partial<Omit<WholeDraft, 'greeting'>>

/** Edits a character and invalidates all queries, because characters appear all over the app. */
export const useEditCharacter = () => useCall(changeCharacter, (queryClient) => void queryClient.invalidateQueries())

export const useForkCharacter = () =>
  useCall(forkCharacter, (queryClient) => {
    for (const queryKey of [characterKeys.lists, characterKeys.profile])
      void queryClient.invalidateQueries({ queryKey })
  })

/** Deletes a character and removes it from all lists. Its chats stay, without a character. */
export const useDeleteCharacter = () =>
  useCall(deleteCharacter, (queryClient, _, { params: { id } }) => {
    removeFromLists(queryClient, id)
    void queryClient.invalidateQueries({ queryKey: characterKeys.detail(id), refetchType: 'none' })
    void queryClient.invalidateQueries({ queryKey: characterKeys.profile })
    void queryClient.invalidateQueries({ queryKey: [patternOf(listChats)] })
  })
