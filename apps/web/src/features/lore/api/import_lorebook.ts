import { paths, type LorebookImportAnswer } from '#modules/cards/api'
import { paths as lorePaths } from '#modules/lore/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

export async function importLorebook(file: File, options: ProgressOptions): Promise<LorebookImportAnswer> {
  const form = new FormData()
  form.set('file', file)
  return JSON.parse(await sendWithProgress(paths.importLorebook, form, options)) as LorebookImportAnswer
}

export function useImportLorebook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...options }: ProgressOptions & { file: File }) => importLorebook(file, options),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [lorePaths.lorebooks] }),
  })
}
