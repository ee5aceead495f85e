import type { ChatData, ChatDraft, ReplyEvent } from '#modules/chat/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api_error'
import { readEvents } from '#web/lib/read_events'
import { storage } from '#web/lib/storage'
import { toastFailure, toastUndo } from '#web/lib/toasts'
import { useLatest } from '#web/lib/use_latest'
import { beginReply, chatCalls, joinReply, stopReply, type ChatTarget } from './chat_calls.ts'
import { reportFailure } from './reply/report_failure.ts'

/** The waits before a broken stream is opened again, under the same idempotency key. */
const reconnectDelaysMs = [500, 1_000, 2_000, 4_000]

const seenKey = (sessionId: string) => `facet:line:${sessionId}`

interface OwnLineOptions {
  place: ChatTarget
  data: Pick<ChatData, 'session' | 'draft' | 'replyUnderWay'>
  draft: { current: () => string; setText: (text: string) => void }
  onEnded: () => void
  onDenied: (denial: { error: string; upgradeUrl: string }) => void
}

/** Lets a model write the user's next message into the composer. Undo restores the composer's previous text. */
export function useOwnLine({ place, data, draft, onEnded, onDenied }: OwnLineOptions) {
  const { id: sessionId } = data.session
  const [phase, setPhase] = useState<'idle' | 'writing' | 'stopping'>('idle')
  const abort = useRef<AbortController | null>(null)
  const latest = useLatest({ draft, onEnded, onDenied })

  const follow = useCallback(
    async (open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>) => {
      const { signal } = (abort.current = new AbortController())
      const before = latest.current.draft.current()
      const show = (text: string) => latest.current.draft.setText(text)
      const finish = (line: ChatDraft) => {
        storage.set(seenKey(sessionId), line.id)
        show(line.text)
        toastUndo('Line written', () => show(before))
      }
      setPhase('writing')
      try {
        const end = await readLine(open, show, signal)
        if (end?.type === 'draft') finish(end.draft)
        else if (end?.type === 'access_denied') {
          show(before)
          latest.current.onDenied(end)
        } else if (end?.type === 'error' && end.draft) {
          finish(end.draft)
          toastFailure('Error', end.error)
        } else if (!signal.aborted) {
          show(before)
          if (end?.type !== 'error') toastFailure('Error', 'Failed to write your line')
          else if (end.code !== 'stopped') toastFailure('Error', end.error)
        }
      } catch (error) {
        if (!signal.aborted) {
          show(before)
          reportFailure(error, 'Failed to write your line')
        }
      }
      if (signal.aborted) return
      setPhase('idle')
      latest.current.onEnded()
    },
    [sessionId]
  )

  // Joins a line that was started before a reload or in another tab.
  const isUnderWay = data.replyUnderWay?.kind === 'impersonate'
  useEffect(() => {
    if (isUnderWay && !abort.current) void follow((signal) => joinReply(place, sessionId, signal))
    return () => {
      abort.current?.abort()
      abort.current = null
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per chat
  }, [place, sessionId])

  // Shows a line that this browser hasn't shown, such as a line from another device, unless the composer has another text.
  const { draft: written } = data
  useEffect(() => {
    if (!written || phase !== 'idle' || storage.get(seenKey(sessionId)) === written.id) return
    storage.set(seenKey(sessionId), written.id)
    // If the user left this page while the line was being written, the composer has the beginning of the line.
    if (written.text.startsWith(latest.current.draft.current())) latest.current.draft.setText(written.text)
  }, [written, phase, sessionId])

  return {
    phase,
    write(model: string) {
      const body = { sessionId, model, clientMessageId: crypto.randomUUID() }
      const { impersonate, params } = chatCalls(place)
      void follow((signal) => beginReply(impersonate, params, body, signal))
    },
    stop() {
      setPhase('stopping')
      stopReply(place, sessionId).catch((error) => {
        setPhase('writing')
        reportFailure(error, 'Failed to stop')
      })
    },
  }
}

type LineEnd = Extract<ReplyEvent, { type: 'draft' | 'error' | 'access_denied' }>

/** Reads a line for the user, or suggestions, and shows the text while it arrives. Returns the last event; null if there was none. */
export async function readLine(
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>,
  show: (text: string) => void,
  signal: AbortSignal
): Promise<LineEnd | null> {
  for (let attempt = 0; ; attempt++) {
    let text = ''
    try {
      const stream = await open(signal)
      if (stream === null) return null
      for await (const event of readEvents<ReplyEvent>(stream)) {
        if (signal.aborted) return null
        if (event.type === 'aiChunk') show((text += event.content))
        else if (event.type === 'draft' || event.type === 'error' || event.type === 'access_denied') return event
      }
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error
    }
    const delayMs = reconnectDelaysMs[attempt]
    if (delayMs === undefined || signal.aborted) return null
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
}
