import { ApiError, isStatus } from '#web/lib/api_error'

/** The statuses of failures that the sent files cause. Other failures are temporary, so the same files may succeed later. */
const aboutTheFile = new Set([400, 403, 404, 413, 415, 422])

/** Whether the files of a failed call caused the failure, so that other files may still succeed. */
export const isAboutFiles = (error: unknown): error is ApiError =>
  error instanceof ApiError && aboutTheFile.has(error.status) && !isFull(error)

const isFull = (error: unknown) => isStatus(error, 413) && error.code === 'storage_full'

/** Returns a sentence on why an import stopped and what to do. */
export function stopSentence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError')
    return 'You canceled the import. Files imported so far are kept.'
  if (error instanceof TypeError)
    return 'The connection was lost. Files imported so far are kept. Continue when you are online.'
  if (error instanceof ApiError && error.sentence) return error.sentence
  return 'The server couldn’t continue the import. Try again in a moment.'
}
