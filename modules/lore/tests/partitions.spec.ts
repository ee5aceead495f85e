import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { openPartitioned } from '#tests/support/partitions'
import { SaveEntry } from '../src/actions/save_entry.ts'
import { SaveLorebook } from '../src/actions/save_lorebook.ts'
import { DatabaseLore } from '../src/database_lore.ts'
import { ListEntriesQuery } from '../src/queries/list_entries_query.ts'
import { ListLorebooksQuery } from '../src/queries/list_lorebooks_query.ts'

const unlimited = { count: async () => null } as never

test.group('Partitioned lorebooks', () => {
  test('are read in one partition of each table for a statement on behalf of one user', async ({ assert, cleanup }) => {
    const { db, run, seen } = await openPartitioned(cleanup)
    const [books, entries] = [new SaveLorebook(db, unlimited), new SaveEntry(db, unlimited)]
    const [ownerId, list] = [newId(), new ListLorebooksQuery(db)]
    const lore = new DatabaseLore(db, null as never)
    const made = await run('making a book', () => books.create(ownerId, { name: 'Elder Wood', alwaysOn: true }))
    if (!made.ok) throw new Error(made.failure.kind)
    const bookId = made.value.id
    const added = await run('adding an entry', () => entries.add(ownerId, bookId, { name: 'Oak', keys: ['oak'] }))
    if (!added.ok) throw new Error(added.failure.kind)
    await run('moving an entry', () => entries.edit(ownerId, bookId, added.value.id, { after: null, revision: 1 }))
    await run('listing books', () => list.run(ownerId, { limit: 10, after: null }))
    await run('finding books', () => lore.findOwn(ownerId, [bookId]))
    await run('finding books that are always on', () => lore.alwaysOn(ownerId))
    await run('listing entries', () => new ListEntriesQuery(db).run({ ownerId, bookId }, { limit: 10, after: null }))
    const read = await run('reading books for a reply', () =>
      lore.readForReply([{ ownerId, bookIds: [bookId], origin: 'chat' }])
    )
    assert.lengthOf(read[0]!.entries, 1)
    await run('exporting a book', () => lore.readForExport(ownerId, bookId))
    await run('deleting an entry', () => entries.delete(ownerId, bookId, added.value.id))
    await run('deleting a book', () => books.delete(ownerId, bookId))
    assert.includeMembers([...seen], ['lorebooks', 'lorebook_entries'])
  }).tags(longRun)
})
