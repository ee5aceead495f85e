import { paths } from '#modules/admin/api'
import type { ImportAnswer } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api_error.ts'
import { forgetCharacters } from '../all_characters_cache.ts'

interface ImportFile {
  file: Blob
  signal: AbortSignal
  /** How much of it is sent, from 0 to 1; after that the server works. */
  onProgress: (share: number) => void
}

/**
 * Sends a file as it is: the server reads it, and says what is wrong with it. Throws as `uploadPicture` does, and by
 * `XMLHttpRequest` for the same reason: `fetch` tells nothing of what it has sent.
 */
export function importCharacters({ file, signal, onProgress }: ImportFile): Promise<ImportAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText))
      try {
        resolve(JSON.parse(responseText) as ImportAnswer)
      } catch (error) {
        reject(new Error('The import was answered with something else than a report', { cause: error }))
      }
    })
    request.addEventListener('error', () => reject(new TypeError('The import broke off')))
    request.addEventListener('abort', () => reject(new DOMException('The import was called off', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', paths.importCharacters)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/json')
    request.send(file)
  })
}

export function useImportCharacters() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: importCharacters, onSuccess: () => forgetCharacters(queryClient) })
}
