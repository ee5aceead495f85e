import { limits, type ChatPicture } from '#modules/chat/api'
import { deleteChatPicture } from '#modules/chat/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { callServer } from '#web/lib/api_client'
import { attempt, toastError, toastFailure } from '#web/lib/toasts'
import type { MessageStore } from '../reply/message_store.ts'
import { chatPicturesQuery, type ShownPictures } from './chat_pictures.ts'

type UploadTools = typeof import('./upload_attachment.ts')

/** Most messages show no picture, so a chat's first view doesn't load it. */
const loadUploads = (): Promise<UploadTools> => import('./upload_attachment.ts')

interface Upload {
  id: string
  /** From 0 to 1. */
  share: number
  abort: () => void
}

export type Attachments = ReturnType<typeof useAttachments>

/** The pictures that the next message will show. The server keeps them, so they survive a reload. */
export function useAttachments(sessionId: string, store: MessageStore, { byMessage }: ShownPictures) {
  const queryClient = useQueryClient()
  const { queryKey } = chatPicturesQuery(sessionId)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [isOver, setIsOver] = useState(false)
  const running = useRef(new Set<AbortController>())
  useEffect(() => {
    const calls = running.current
    return () => calls.forEach((call) => call.abort())
  }, [])
  const sent = new Set(store.snapshot().keys.flatMap((key) => store.item(key)?.pictures ?? []))
  const pictures = (byMessage.get(null) ?? []).filter(({ id, kind }) => kind === 'shown' && !sent.has(id))

  const change = (update: (list: ChatPicture[]) => ChatPicture[]) =>
    queryClient.setQueryData<ChatPicture[]>(queryKey, (list = []) => update(list))
  const upload = async (file: File, { uploadAttachment }: UploadTools) => {
    const id = crypto.randomUUID()
    const call = new AbortController()
    running.current.add(call)
    setUploads((all) => [...all, { id, share: 0, abort: () => call.abort() }])
    try {
      const onProgress = (share: number) =>
        setUploads((all) => all.map((each) => (each.id === id ? { ...each, share } : each)))
      const picture = await uploadAttachment(sessionId, file, { signal: call.signal, onProgress })
      change((list) => [...list.filter((each) => each.id !== picture.id), picture])
    } catch (error) {
      if (!call.signal.aborted)
        toastError(error, 'The picture couldn’t be uploaded. Check your connection and try again.')
    } finally {
      running.current.delete(call)
      setUploads((all) => all.filter((each) => each.id !== id))
    }
  }
  const add = (files: readonly File[]) =>
    void attempt('The pictures couldn’t be added', async () => {
      const tools = await loadUploads()
      const problem = files.map(tools.uploadProblem).find((found) => found !== null)
      if (problem) toastFailure('Error', problem)
      const usable = files.filter((file) => tools.uploadProblem(file) === null)
      const room = limits.picturesPerMessage - pictures.length - uploads.length
      if (usable.length > room) toastFailure('Error', `A message can show ${limits.picturesPerMessage} pictures.`)
      for (const file of usable.slice(0, Math.max(0, room))) void upload(file, tools)
    })
  return {
    pictures,
    uploads,
    isEmpty: pictures.length === 0 && uploads.length === 0,
    add,
    remove: (id: string) =>
      void attempt('The picture couldn’t be removed', async () => {
        await callServer(deleteChatPicture, { params: { id } })
        change((list) => list.filter((each) => each.id !== id))
      }),
    isOver,
    dropProps: {
      onDragOver(event: DragEvent) {
        if (!hasPictures(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
      onDrop(event: DragEvent) {
        setIsOver(false)
        if (!hasPictures(event)) return
        event.preventDefault()
        add(picturesOf(event.dataTransfer))
      },
    },
  }
}

/** Text and cards that are dragged over a chat have other receivers. */
const hasPictures = ({ dataTransfer }: DragEvent) =>
  [...dataTransfer.items].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))

export const picturesOf = ({ files }: DataTransfer): File[] =>
  [...files].filter(({ type }) => type.startsWith('image/'))
