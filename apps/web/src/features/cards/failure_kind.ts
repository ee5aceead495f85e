import { ApiError, isStatus } from '#web/lib/api_error'

/** Statuses that concern what was sent. Anything else concerns the moment, so that the same may succeed later. */
const aboutTheFile = new Set([400, 403, 404, 413, 415, 422])

/** Whether a failed call is about its files, and others may still succeed. */
export const isAboutFiles = (error: unknown): error is ApiError =>
  error instanceof ApiError && aboutTheFile.has(error.status) && !isFull(error)

const isFull = (error: unknown) => isStatus(error, 413) && error.code === 'storage_full'

/** Why an import stopped, and what to do. */
export function stopSentence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return 'You cancelled. What is in stays.'
  if (error instanceof TypeError) return 'The connection was lost. What is in stays; continue when you are online.'
  if (error instanceof ApiError && error.sentence) return error.sentence
  return 'The server couldn’t go on. Try again in a moment.'
}
