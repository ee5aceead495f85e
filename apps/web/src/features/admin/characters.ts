import type { BuiltInSet } from '#modules/gallery/api'
import {
  drawCharacterImage,
  importBuiltIn,
  importCharacters,
  listAllCharacters,
  removeCharacter,
  setCharacterImage,
  setFirstMessage,
  setOnLanding,
} from '#modules/admin/calls'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { pagesQuery } from '#web/lib/get_page'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { cacheCharacter, resetCharacters, uncacheCharacter } from './all_characters_cache.ts'

/** Matches name, category or tag; `q` is empty for all. Not cached while unused: the characters are large, and others change them. */
export const useAllCharacters = ({ q, limit }: { q: string; limit: number }, isWanted = true) =>
  useInfiniteQuery({
    ...pagesQuery(listAllCharacters, { query: { limit, q: q || undefined } }),
    gcTime: 0,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

export function useRemoveCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callServer(removeCharacter, { params: { id } }),
    onSuccess: (_, id) => uncacheCharacter(queryClient, id),
  })
}

export function useSetCharacterImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, imageUrl }: { id: string; imageUrl: string }) =>
      callServer(setCharacterImage, { params: { id }, body: { imageUrl } }),
    onSuccess: (character) => cacheCharacter(queryClient, character),
  })
}

export function useSetFirstMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, firstMessage }: { id: string; firstMessage: string }) =>
      callServer(setFirstMessage, { params: { id }, body: { firstMessage } }),
    onSuccess: (character) => cacheCharacter(queryClient, character),
  })
}

export function useSetOnLanding() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: boolean }) =>
      callServer(setOnLanding, { params: { id }, body: { shown } }),
    onSuccess: (character) => cacheCharacter(queryClient, character),
  })
}

/** Generates an image and sets it as the character's avatar. */
export function useGenerateCharacterImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ signal, ...body }: { characterId: string; prompt: string; signal: AbortSignal }) =>
      callServer(drawCharacterImage, { body, signal }),
    onSuccess: ({ character }) => cacheCharacter(queryClient, character),
  })
}

/** Imports the built-in characters of a set that are missing. */
export function useImportBuiltIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (set: BuiltInSet) => callServer(importBuiltIn, { body: { set } }),
    onSuccess: () => resetCharacters(queryClient),
  })
}

/** Uploads the file unparsed; the server validates it. Throws as `sendWithProgress` does. */
export function useImportCharacters() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...options }: ProgressOptions & { file: Blob }) =>
      sendWithProgress(importCharacters, { body: file }, options),
    onSuccess: () => resetCharacters(queryClient),
  })
}
