import { open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplyContext } from '../run/reply_context.ts'
import { isGone, isSureOfLeases } from './gone_processes.ts'
import type { JournalEntry } from './reply_journal.ts'

/** The text of a running reply in the file of a process that is gone. */
export interface LeftText {
  owner: string
  replyId: string
  text: string
}

/** `PROCESS.NUMBER`, see `ReplyJournal`. */
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d+$/

/** The maximum number of files that are looked at. The rest follows when these are deleted. */
const filesMax = 1_000

/**
 * Reads the files of processes of this machine that are gone, and deletes those without running replies. A file that can't be read is as
 * good as none, because the tables have the text, too.
 */
export const readLeftJournals = async (context: ReplyContext): Promise<LeftText[]> => {
  const { connection, owner: self, journalFolder } = context
  const filesOf = await listFiles(journalFolder, self)
  if (filesOf.size === 0) return []
  const gone = await connection.query<{ owner: string; running: string[] }>(
    `-- all users: processes of this machine
     SELECT j.id AS owner, ARRAY(SELECT r.id FROM replies r WHERE r.state = 'running' AND r.owner = j.id) AS running
     FROM unnest($1::uuid[]) j (id) LEFT JOIN reply_owners o ON o.id = j.id
     WHERE o.id IS NULL OR ${isGone('$2')}`,
    [[...filesOf.keys()], isSureOfLeases(context)]
  )
  const left: LeftText[] = []
  for (const { owner, running } of gone) {
    const paths = filesOf.get(owner)!
    if (running.length === 0) for (const path of paths) await unlink(path).catch(() => {})
    else for (const [replyId, text] of await longestTexts(paths, new Set(running))) left.push({ owner, replyId, text })
  }
  return left
}

const listFiles = async (folder: string, self: string): Promise<Map<string, string[]>> => {
  const names = await readdir(folder).catch(() => [])
  const filesOf = new Map<string, string[]>()
  for (const name of names.slice(0, filesMax)) {
    const owner = fileName.exec(name)?.[1]
    if (owner === undefined || owner === self) continue
    filesOf.set(owner, [...(filesOf.get(owner) ?? []), join(folder, name)])
  }
  return filesOf
}

/** A process may have been killed between two files, of which the newer one isn't complete. */
const longestTexts = async (paths: readonly string[], running: ReadonlySet<string>): Promise<Map<string, string>> => {
  const longest = new Map<string, string>()
  for (const path of paths)
    for (const [replyId, text] of await readJournal(path))
      if (running.has(replyId) && text.length > (longest.get(replyId)?.length ?? 0)) longest.set(replyId, text)
  return longest
}

/** Returns the texts of a file up to its first incomplete entry. */
export const readJournal = async (path: string): Promise<Map<string, string>> => {
  const texts = new Map<string, string>()
  try {
    await using handle = await open(path)
    for await (const line of handle.readLines()) {
      const [replyId, text] = JSON.parse(line) as JournalEntry
      texts.set(replyId, (texts.get(replyId) ?? '') + text)
    }
  } catch {}
  return texts
}
