import type { ChatData, ModelChange, ModelTier } from '#modules/chat/api'
import { noteModelChange } from '#modules/chat/calls'
import { useEffect, useState } from 'react'
import { callServer } from '#web/lib/api_client'

interface ModelChangeOptions {
  data: Pick<ChatData, 'session' | 'modelChange'>
  /** Whether the user is asked before another model answers. */
  asksFirst: boolean
  /** Called when the page notes a change on the server. */
  onNoted: () => void
}

/** A reply that waits until the user agrees to continue. */
interface WaitingReply {
  change: ModelChange
  begin: () => void
  onCancel?: () => void
}

/**
 * Tells once in each chat that another model now answers. The server remembers it for all devices. The line stays until the user closes it
 * or leaves.
 */
export function useModelChange({ data, asksFirst, onNoted }: ModelChangeOptions) {
  const { session, modelChange } = data
  const [line, setLine] = useState<ModelChange | null>(null)
  const [isClosed, setIsClosed] = useState(false)
  const [acceptedId, setAcceptedId] = useState<number | null>(null)
  const [waiting, setWaiting] = useState<WaitingReply | null>(null)
  if (modelChange && !modelChange.isSeen && modelChange.id !== line?.id) {
    setLine(modelChange)
    setIsClosed(false)
  }
  const note = (id: number, isAccepted: boolean) => {
    onNoted()
    // After a failure, the line is shown on the next visit, too.
    callServer(noteModelChange, { params: { id: session.id }, body: { id, isAccepted } }).catch(() => {})
  }
  const lineId = line?.id
  useEffect(() => {
    if (lineId === undefined) return
    const unmount = new AbortController()
    const noteWhenVisible = () => {
      if (document.visibilityState === 'hidden') return
      unmount.abort()
      note(lineId, false)
    }
    document.addEventListener('visibilitychange', noteWhenVisible, { signal: unmount.signal })
    noteWhenVisible()
    return () => unmount.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per change
  }, [lineId, session.id])

  return {
    line: isClosed ? null : line,
    close: () => setIsClosed(true),
    waiting,
    /** Begins a reply by a model, or asks first. */
    begin(model: Pick<ModelTier, 'tier'>, begin: () => void, onCancel?: () => void) {
      const isNew = modelChange?.tier === model.tier && !modelChange.isAccepted && modelChange.id !== acceptedId
      if (asksFirst && isNew) setWaiting({ change: modelChange, begin, onCancel })
      else begin()
    },
    accept() {
      if (!waiting) return
      const { change, begin } = waiting
      setWaiting(null)
      setAcceptedId(change.id)
      note(change.id, true)
      begin()
    },
    cancel() {
      setWaiting(null)
      waiting?.onCancel?.()
    },
  }
}
