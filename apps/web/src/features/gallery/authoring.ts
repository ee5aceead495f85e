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
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { characterKeys, removeFromLists } from './character_cache.ts'

/** All fields of the user's own character. Never cached, because the form must start with the stored values. */
export const characterToEditQuery = (id: string) => ({
  ...callQuery(getCharacter, { params: { id }, query: { edit: true } }),
  gcTime: 0,
})

export const useCharacterToEdit = (id: string) => useQuery(characterToEditQuery(id))

export type NewCharacter = Omit<CharacterDraft, 'greeting'> & Partial<CharacterParts>

export function useCreateCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (character: NewCharacter) => callServer(createCharacter, { body: character }),
    onSuccess: () => {
      for (const call of [listCharacters, listTags]) void queryClient.invalidateQueries({ queryKey: [patternOf(call)] })
    },
  })
}

/** The changed fields of a character. Other fields are left out, so that concurrent edits don't undo each other. */
export type CharacterChanges = Partial<Omit<WholeDraft, 'greeting'>>

/** Edits a character and invalidates all queries, because characters appear all over the app. */
export function useEditCharacter(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: CharacterChanges) => callServer(changeCharacter, { params: { id }, body: changes }),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

export function useForkCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callServer(forkCharacter, { params: { id } }),
    onSuccess: () => {
      for (const queryKey of [characterKeys.lists, characterKeys.profile])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Deletes a character and removes it from all lists. Its chats stay, without a character. */
export function useDeleteCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callServer(deleteCharacter, { params: { id } }),
    onSuccess: (_, id) => {
      removeFromLists(queryClient, id)
      void queryClient.invalidateQueries({ queryKey: characterKeys.detail(id), refetchType: 'none' })
      void queryClient.invalidateQueries({ queryKey: characterKeys.profile })
      void queryClient.invalidateQueries({ queryKey: [patternOf(listChats)] })
    },
  })
}
