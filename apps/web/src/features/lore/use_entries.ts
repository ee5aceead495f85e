import { limits, type EntryFields, type EntryOrder, type LorebookEntry } from '#modules/lore/api'
import { patternOf, addressOf } from '#modules/kernel/calls'
import { addEntry, changeEntry, deleteEntry, listLorebooks, listEntries } from '#modules/lore/calls'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callServer } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toastError, toastFailure, toastUndo } from '#web/lib/toasts'
import { getPage, type Page } from '#web/lib/get_page'
import { fieldsOf, titleOf } from './entry_texts.ts'

/** Returns the entries of a lorebook and the actions on them. Each write is saved at once. */
export function useEntries(bookId: string) {
  const queryClient = useQueryClient()
  const [loadedCount, setLoadedCount] = useState(0)
  const query = useQuery(entriesQuery(bookId, setLoadedCount))
  const { queryKey } = entriesQuery(bookId)
  const read = () => queryClient.getQueryData(queryKey) ?? []
  const write = (change: (entries: LorebookEntry[]) => LorebookEntry[]) =>
    queryClient.setQueryData(queryKey, change(read()))
  const replace = (saved: LorebookEntry) =>
    write((entries) => entries.map((entry) => (entry.id === saved.id ? saved : entry)))
  /** Marks the lists of lorebooks as stale, because their entry counts have changed. */
  const countAgain = () =>
    void queryClient.invalidateQueries({ queryKey: [patternOf(listLorebooks)], refetchType: 'none' })
  const reload = () => query.refetch({ cancelRefetch: true })

  /** The last edit of each entry. Edits of an entry run one after the other, because each needs the revision from the previous edit. */
  const queues = useRef(new Map<string, Promise<unknown>>())
  const edit = (id: string, change: Partial<EntryFields> & EntryOrder, revision?: number): Promise<LorebookEntry> => {
    const run = async () => {
      const current = revision ?? read().find((entry) => entry.id === id)?.revision ?? 0
      const saved = await callServer(changeEntry, {
        params: { id: bookId, entryId: id },
        body: { ...change, revision: current },
      })
      replace(saved)
      return saved
    }
    const result = (queues.current.get(id) ?? Promise.resolve()).then(run, run)
    queues.current.set(
      id,
      result.catch(() => {})
    )
    return result
  }

  const reportFailure = async (error: unknown) => {
    if (isStatus(error, 401)) return
    if (isStatus(error, 409) || isStatus(error, 404)) {
      await reload()
      toastFailure('Changed in another tab', 'The entries are loaded again. Repeat your change if you still want it.')
    } else toastFailure('Not saved', sentenceOf(error, 'Check your connection and try again.'))
  }

  const change = async (entry: LorebookEntry, fields: Partial<EntryFields>) => {
    write((entries) => entries.map((one) => (one.id === entry.id ? { ...one, ...fields } : one)))
    try {
      await edit(entry.id, fields)
    } catch (error) {
      // Restores only these fields, because a later change may be saved by now.
      const before = Object.fromEntries(Object.keys(fields).map((field) => [field, entry[field as keyof EntryFields]]))
      write((entries) => entries.map((one) => (one.id === entry.id ? { ...one, ...before } : one)))
      await reportFailure(error)
    }
  }

  /** Moves an entry. `to` is its index in the list without the entry. */
  const move = async (entry: LorebookEntry, to: number) => {
    const before = read()
    const others = before.filter(({ id }) => id !== entry.id)
    const index = Math.max(0, Math.min(to, others.length))
    if (before[index]?.id === entry.id) return
    write(() => others.toSpliced(index, 0, before.find(({ id }) => id === entry.id) ?? entry))
    try {
      await edit(entry.id, { after: others[index - 1]?.id ?? null })
    } catch (error) {
      await reload()
      if (!isStatus(error, 409) && !isStatus(error, 404)) await reportFailure(error)
      else
        toastFailure('Changed in another tab', 'The entries are loaded again. Repeat your change if you still want it.')
    }
  }

  /** Adds an entry after another entry, or first. Resolves to null after a failure. */
  const add = async (fields: Partial<EntryFields> = {}, after: string | null = null): Promise<LorebookEntry | null> => {
    try {
      const added = await callServer(addEntry, { params: { id: bookId }, body: { ...fields, after } })
      write((entries) => entries.toSpliced(entries.findIndex(({ id }) => id === after) + 1, 0, added))
      countAgain()
      return added
    } catch (error) {
      toastError(error, 'Check your connection and try again.', 'Not added')
      return null
    }
  }

  const duplicate = (entry: LorebookEntry) => add(fieldsOf(entry), entry.id)

  const remove = async (entry: LorebookEntry) => {
    const before = read()
    const index = before.findIndex(({ id }) => id === entry.id)
    write((entries) => entries.filter(({ id }) => id !== entry.id))
    try {
      await callServer(deleteEntry, { params: { id: bookId, entryId: entry.id } })
      countAgain()
      toastUndo('Entry deleted', () => void add(fieldsOf(entry), before[index - 1]?.id ?? null), titleOf(entry))
    } catch (error) {
      if (isStatus(error, 404)) return
      write((entries) => entries.toSpliced(index, 0, entry))
      await reportFailure(error)
    }
  }

  return { query, entries: query.data ?? [], loadedCount, reload, edit, change, move, add, duplicate, remove }
}

export type Entries = ReturnType<typeof useEntries>

/**
 * The options of a query that fetches all entries of a lorebook in order, page by page. It isn't cached between visits, because other tabs
 * change entries and a lorebook can be large.
 */
const entriesQuery = (id: string, onProgress?: (count: number) => void) => {
  const first = addressOf(listEntries, { params: { id }, query: { limit: limits.entriesPageMax } })
  return queryOptions({
    queryKey: [addressOf(listEntries, { params: { id } })],
    queryFn: async ({ signal }) => {
      const entries: LorebookEntry[] = []
      for (let address: string | null = first; address !== null;) {
        const page: Page<LorebookEntry> = await getPage<LorebookEntry>(address, signal)
        entries.push(...page.items)
        onProgress?.(entries.length)
        address = page.next
      }
      return entries
    },
    gcTime: 0,
  })
}
