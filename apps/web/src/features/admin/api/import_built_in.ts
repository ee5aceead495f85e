import { paths } from '#modules/admin/api'
import type { BuiltInSet, ImportAnswer } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { resetCharacters } from '../all_characters_cache.ts'

export const importBuiltIn = (set: BuiltInSet) => sendJson<ImportAnswer>('POST', paths.importBuiltIn, { set })

/** Imports the built-in characters of a set that are missing. */
export function useImportBuiltIn() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: importBuiltIn, onSuccess: () => resetCharacters(queryClient) })
}
