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
import { pagesQuery } from '#web/lib/get_page'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { useCall } from '#web/lib/use_call'
import { cacheCharacter, resetCharacters, uncacheCharacter } from './all_characters_cache.ts'

/** Matches name, category or tag; `q` is empty for all. Not cached while unused: the characters are large, and others change them. */
export const useAllCharacters = ({ q, limit }: { q: string; limit: number }, isWanted = true) =>
  useInfiniteQuery({
    ...pagesQuery(listAllCharacters, { query: { limit, q: q || undefined } }),
    gcTime: 0,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

export const useRemoveCharacter = () =>
  useCall(removeCharacter, (queryClient, _, { params }) => uncacheCharacter(queryClient, params.id))

export const useSetCharacterImage = () => useCall(setCharacterImage, cacheCharacter)

export const useSetFirstMessage = () => useCall(setFirstMessage, cacheCharacter)

export const useSetOnLanding = () => useCall(setOnLanding, cacheCharacter)

/** Generates an image and sets it as the character's avatar. */
export const useGenerateCharacterImage = () =>
  useCall(drawCharacterImage, (queryClient, { character }) => cacheCharacter(queryClient, character))

/** Imports the built-in characters of a set that are missing. */
export const useImportBuiltIn = () => useCall(importBuiltIn, resetCharacters)

/** Uploads the file unparsed; the server validates it. Throws as `sendWithProgress` does. */
export function useImportCharacters() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...options }: ProgressOptions & { file: Blob }) =>
      sendWithProgress(importCharacters, { body: file }, options),
    onSuccess: () => resetCharacters(queryClient),
  })
}
