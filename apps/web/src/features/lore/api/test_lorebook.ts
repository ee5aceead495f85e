import { paths, type LoreTest } from '#modules/lore/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** The text or the chat that entries are tested on. */
export type TestSubject = { text: string } | { sessionId: string }

export const testLorebook = (id: string, subject: TestSubject) =>
  sendJson<LoreTest>('POST', paths.test, { lorebookIds: [id], ...subject })

export const useTestLorebook = (id: string) =>
  useMutation({ mutationFn: (subject: TestSubject) => testLorebook(id, subject) })
