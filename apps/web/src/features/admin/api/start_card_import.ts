import { paths } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

interface Upload extends ProgressOptions {
  files: readonly File[]
}

/** Uploads the files. Their import continues on the server. Throws as `sendWithProgress` does. */
export async function startCardImport({ files, ...options }: Upload): Promise<void> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  await sendWithProgress(paths.cardImports, form, options)
}

export function useStartCardImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: startCardImport,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [paths.cardImports] }),
  })
}
