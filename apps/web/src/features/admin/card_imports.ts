import type { CardImport } from '#modules/admin/api'
import { listCardImports, startCardImport } from '#modules/admin/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

const pollMs = 1_500

export const isUnfinished = ({ finishedAt }: CardImport) => finishedAt === null

export const { queryKey: cardImportsKey } = callQuery(listCardImports)

/** The newest imports. Polls while one of them is unfinished. */
export const useCardImports = () =>
  useQuery({
    ...callQuery(listCardImports),
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnfinished) ? pollMs : false),
  })

/** Uploads the files. Their import continues on the server. Throws as `sendWithProgress` does. */
export function useStartCardImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ files, ...options }: ProgressOptions & { files: readonly File[] }) => {
      const form = new FormData()
      for (const file of files) form.append('files', file)
      await sendWithProgress(startCardImport, { body: form }, options)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: cardImportsKey }),
  })
}
