import { paths } from '#modules/admin/api'
import type { ImportAnswer } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { resetCharacters } from '../all_characters_cache.ts'

interface ImportFile extends ProgressOptions {
  file: Blob
}

/** Uploads the file unparsed; the server validates it. Throws as `sendWithProgress` does. */
export async function importCharacters({ file, ...options }: ImportFile): Promise<ImportAnswer> {
  return JSON.parse(await sendWithProgress(paths.importCharacters, file, options)) as ImportAnswer
}

export function useImportCharacters() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: importCharacters, onSuccess: () => resetCharacters(queryClient) })
}
