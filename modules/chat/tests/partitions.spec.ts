import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { openPartitioned } from '#tests/support/partitions'
import { loadContext } from '../replies/begin/begin_context.ts'
import type { CurrentUser } from '#modules/accounts/index'
import { readBook, readParts } from '../files/book/read_book.ts'
import { addTextFormats } from '../files/export_chat.ts'
import { exportChats } from '../files/export_chats.ts'
import { ChatFileFormats } from '../files/ports.ts'
import { LocalChatTransfer } from '../files/transfer/local_chat_transfer.ts'
import type { ExportedChat } from '../files/transfer/transferred_chat.ts'
import { CreatedChats } from '../replies/ports.ts'
import { endTalk } from '../replies/begin/group_talk.ts'
import { stopAllReplies } from '../replies/begin/stop_all_replies.ts'
import { ChatSummaries } from '../replies/memory/chat_summaries.ts'
import { ChatLore } from '../replies/run/chat_lore.ts'
import { joinReply } from '../replies/run/join_reply.ts'
import { Notices } from '../replies/run/notices.ts'
import { stopReply } from '../replies/begin/stop_reply.ts'
import { readAnswerDetails } from '../replies/kept/read_answer_details.ts'
import { readPrompt } from '../replies/kept/read_prompt.ts'
import { requestSummary } from '../replies/memory/request_summary.ts'
import { reviseSummary } from '../replies/memory/revise_summary.ts'
import { openSession } from '../replies/opening/open_session.ts'
import { storeOpening } from '../replies/opening/store_opening.ts'
import { readMessage } from '../replies/run/message_row.ts'
import {
  BranchChat,
  ChangeChat,
  ChangeChatVersion,
  ChangeMessage,
  ChangeSettings,
  ChatFolders,
  ChatsPaidFor,
  DeleteChat,
  forgetChats,
  GroupChats,
  findLastChat,
  listChats,
  NewestChats,
  OpenChat,
  parseTerms,
  ReadLoreChat,
  SearchChats,
  SearchIndex,
} from '../sessions/index.ts'
import { ChatPages } from '../sessions/chat_page.ts'
import { runReply } from './reply_statements.ts'

const notice = { text: '', talkMinutes: 1, pauseMinutes: 1 }

/** A chat of a user with an answer, in a database whose private tables are partitioned. */
interface Scene {
  client: QueryClientContract
  db: Database
  user: CurrentUser
  characterId: string
  sessionId: string
  /** The answer, and the reply that wrote it. */
  messageId: string
  userMessageId: string
  replyId: string
}

const silent = { publish() {}, warn() {} } as never

const summariesOf = (db: Database) =>
  new ChatSummaries(
    db,
    { statuses: () => new Map() } as never,
    silent,
    systemTimers,
    silent,
    { summary: null } as never,
    null as never
  )

/** Frequent actions of users. Each statement may touch one partition of each private table. */
const actions: Record<string, (scene: Scene) => Promise<unknown>> = {
  'reading the context of a rewrite': ({ client, user, characterId, messageId }) =>
    loadContext(client, {
      kind: 'reroll',
      user,
      characterId,
      sessionId: null,
      rewrittenId: messageId,
      clientMessageId: newId(),
      historyCharacters: 8_000,
      isLimited: true,
    }),
  'reading a message': ({ client, user, messageId }) => readMessage(client, user.id, messageId),
  'storing an opening': ({ client, user, sessionId }) => storeOpening(client, user.id, sessionId),
  'reading the details of an answer': ({ db, user, messageId }) =>
    readAnswerDetails(db, { user: user as never, messageId, answerId: null }),
  'reading a prompt': ({ db, user, messageId }) =>
    readPrompt(db, {
      user: user as never,
      messageId,
      answerId: null,
      replyId: null,
      keepsPrompts: false,
      timers: systemTimers,
    }),
  'requesting a summary': ({ db, user, sessionId }) =>
    requestSummary(
      db,
      { enqueue: () => ({ id: newId() }) } as never,
      { userId: user.id, sessionId },
      {
        tier: 'basic',
        before: 100,
        timeZone: 'UTC',
        isAnew: false,
        char: 'Mo',
        user: 'Jo',
      }
    ),
  'revising a summary': ({ db, user, sessionId }) =>
    db.transaction((trx) => reviseSummary(trx, { userId: user.id, sessionId }, 0)),
  'reading a summary': ({ db, user, sessionId }) => summariesOf(db).read(user.id, sessionId),
  'changing a summary': ({ db, user, sessionId }) =>
    summariesOf(db).change(user.id, sessionId, { text: 'They met.', isOn: true }),
  'choosing lore': ({ db, user, sessionId }) =>
    new ChatLore(db, { readForReply: () => [] } as never, null as never, silent).preview({
      userId: user.id,
      sessionId,
      messageId: null,
      sheet: { lorebookIds: [] },
      persona: { lorebookIds: [] },
      chatBooks: [newId()],
      alwaysOn: [],
    } as never),
  'reminding of AI': ({ db, user, sessionId, messageId }) =>
    new Notices(db, silent, silent, notice).remind({
      userId: user.id,
      sessionId,
      messageId,
      timeZone: 'UTC',
      at: 0,
    }),
  'reading a running reply': ({ db, user, replyId }) =>
    joinReply({ hub: { find: () => null }, db } as never, { userId: user.id, replyId }, {
      begin() {},
      text() {},
      end() {},
    } as never),
  'stopping a reply': ({ db, user, ...chat }) =>
    stopReply({ db } as never, { userId: user.id, characterId: chat.characterId, sessionId: chat.sessionId }),
  'ending a talk': ({ db, user, sessionId }) =>
    endTalk({ db, events: silent }, { userId: user.id, sessionId, talkId: null }),
  'stopping all replies': ({ db, user }) => db.transaction((trx) => stopAllReplies(user.id, trx)),
  'opening a chat': async ({ db, user, characterId, sessionId, messageId }) => {
    const open = new OpenChat(db, gallery, pages, pace, new CreatedChats())
    const chat = { user, characterId, sessionId, isNew: false }
    for (const kind of ['newest', 'end'] as const) await open.run({ ...chat, page: { kind } })
    for (const kind of ['before', 'after', 'around'] as const) await open.run({ ...chat, page: { kind, messageId } })
    await open.run({ ...chat, sessionId: null, isNew: true, page: { kind: 'newest' } })
  },
  'listing chats': async ({ db, user, characterId }) => {
    const all = { characterId: null, isArchived: null, folderId: null, after: null }
    const list = { user, ...all, timeZone: 'UTC', search: null, limit: 20 }
    await listChats(db, gallery, list)
    await listChats(db, gallery, {
      ...list,
      characterId,
      search: 'm',
      isArchived: false,
      after: { isKept: false, at: 2e15, id: newId() },
    })
    await findLastChat(db, gallery, user, 'UTC')
    await new NewestChats(db).newest(user.id, 10)
  },
  'changing messages': async ({ db, user, sessionId, messageId, userMessageId }) => {
    const change = new ChangeMessage(db, silent)
    await change.edit({ user, messageId, content: 'Hi!' })
    await change.choose({ user, messageId, index: 0 })
    await change.hide({ user, messageId, isHidden: true })
    await change.hide({ user, messageId, isHidden: false })
    await change.delete({ user, messageId })
    await change.restore({ user, messageId })
    const chat = { user, sessionId, messageId: userMessageId }
    const rewound = await change.rewind(chat)
    if (typeof rewound === 'string') throw new Error(rewound)
    await change.undoRewind({ ...chat, rewindId: rewound.rewindId! })
  },
  'changing a chat': async ({ db, user, sessionId }) => {
    const change = new ChangeChat(db, silent)
    await change.setTitle(user.id, sessionId, 'The tower')
    await change.setPins(user.id, sessionId, [{ text: 'It is winter.', depth: 2 }])
    const settings = new ChangeSettings(
      db,
      silent,
      { findOwn: async (_: string, ids: string[]) => ids } as never,
      { has: async () => true } as never
    )
    await settings.change(user.id, sessionId, { scenario: 'A tower.', lorebookIds: [newId()] })
    await new ChangeChatVersion(db, silent, gallery).update(user, { sessionId, characterId: null })
  },
  'branching a chat': ({ db, user, sessionId, messageId }) =>
    new BranchChat(db, silent, { enabled: true } as never).run({ user, sessionId, messageId }),
  'a group chat': async ({ db, user, characterId }) => {
    const groups = new GroupChats(
      db,
      silent,
      gallery,
      { of: async () => new Map() } as never,
      pace,
      pages,
      new CreatedChats()
    )
    const group = await groups.create({ user, characterIds: [characterId, newId()], title: null })
    if (typeof group === 'string' || 'waitSeconds' in group) throw new Error(JSON.stringify(group))
    const sessionId = group.session.id
    const ids = [newId(), characterId]
    await groups.change({ user, sessionId, mode: 'manual', characterIds: ids, mutedIds: ids, talkativeness: {} })
    await new BranchChat(db, silent, { enabled: true } as never).run({
      user,
      sessionId,
      messageId: group.messages[0]!.id,
    })
  },
  'a chat for lorebooks': ({ db, user, sessionId }) => new ReadLoreChat(db, gallery).read(user, sessionId),
  'exporting chats': async ({ db, user, sessionId }) => {
    const request = { user, sessionId, timeZone: 'UTC' }
    const formats = new ChatFileFormats()
    addTextFormats(formats, { db, gallery, notice: '', files: {} as never })
    const markdown = await formats.get('markdown').export(request)
    const chat = await transferOf(db).exportChat(user, sessionId)
    const book = await readBook(db, gallery, request)
    if (typeof markdown === 'string' || 'kind' in markdown || typeof chat === 'string' || typeof book === 'string')
      throw new Error('gone')
    await readAll(markdown.pieces)
    await readAll(chat.messages)
    await readAll(readParts(db, book))
    const sections = {
      add: (_: string, write: (user: CurrentUser) => AsyncIterable<string>) => void (all = write(user)),
    }
    let all: AsyncIterable<string>
    exportChats(sections as never, { db, gallery, notice: '', files: {} as never })
    await readAll(all!)
  },
  'placing a chat': async ({ db, user, sessionId }) => {
    const folders = new ChatFolders(db, silent)
    const folder = await folders.create(user.id, 'Sea')
    if (typeof folder === 'string') throw new Error(folder)
    await folders.place(user.id, sessionId, { isKept: true, isArchived: false, folderId: folder.id })
    await folders.rename(user.id, folder.id, 'Land')
    await folders.list(user.id)
    await folders.delete(user.id, folder.id)
  },
  'searching chats': async ({ db, user, characterId, sessionId }) => {
    const index = new SearchIndex(db, systemTimers)
    await index.isComplete(user.id)
    await index.indexNoted()
    const search = { user, characterId, sessionId, from: '2020-01-01', to: null, timeZone: 'UTC', after: null }
    const { hits } = await new SearchChats(db, gallery, index).run({ ...search, terms: parseTerms('Hello') })
    if (hits.length === 0) throw new Error('not found')
  },
  'importing a chat': async ({ db, user, characterId }) => {
    const at = new Date()
    const said = { role: 'user', speaker: null, text: 'Hi.', createdAt: at, selected: 0, original: Buffer.from('Hi.') }
    const messages = async function* () {
      yield { ...said, alternates: [], hidden: false, isHiddenFromPrompts: false } as never
    }
    const settings = { note: null, scenario: 'A tower.', systemPrompt: null }
    const header = { format: 'sillytavern', title: null, pins: [], settings, createdAt: null, original: null }
    const transfer = transferOf(db)
    const imported = await transfer.importChat({ userId: user.id, characterId, header, messages: messages() })
    if (!imported.ok) throw new Error('refused')
    await readAll(((await transfer.exportChat(user, imported.value.sessionId)) as ExportedChat).messages)
  },
  'the chats of paid replies': ({ db, user, replyId }) => new ChatsPaidFor(db).chatsOf(user.id, [replyId]),
  'deleting a chat': async ({ client, db, user, characterId }) => {
    const { id } = await openSession(client, user.id, characterId, 1)
    await storeOpening(client, user.id, id)
    await new DeleteChat(db, silent, silent, silent).run({ userId: user.id, sessionId: id })
  },
  'deleting an account': ({ db, user }) => db.transaction((trx) => forgetChats(user.id, trx)),
}

const readAll = async (pieces: AsyncIterable<unknown>) => {
  for await (const _ of pieces);
}

/** A gallery whose characters are all visible. */
const viewOf = (id: string) => ({
  kind: 'visible',
  character: { id, name: 'Mo', avatar: null, tags: [] },
  version: { number: 1, char: 'Mo' },
})
const gallery = {
  find: async (id: string) => viewOf(id),
  findMany: async (ids: readonly string[]) => new Map(ids.map((id) => [id, viewOf(id)])),
  hiddenBy: async () => [],
  charOf: async () => 'Mo',
  findDetails: async () => ({ groupGreetings: ['Hello.', 'Ahoy.'] }),
} as never
/** The chats have no pictures. */
const noFiles = {} as never

const transferOf = (db: Database) =>
  new LocalChatTransfer(db, gallery, notice, new SearchIndex(db, systemTimers), noFiles)
const pace = { count: async () => null } as never
const pages = new ChatPages({ changeOf: async () => null } as never, notice)

test.group('A database with partitions', () => {
  test('reads one partition of each private table for a statement on behalf of one user', async ({
    assert,
    cleanup,
  }) => {
    const { client, db, run, seen } = await openPartitioned(cleanup)
    const { user, ...reply } = await run('a reply', () => runReply(client, client))
    const persona = { name: 'Jo', description: '', personality: '', background: '', lorebookIds: [] }
    const scene = { client, db, user: { ...user, persona }, ...reply } as unknown as Scene
    for (const [action, act] of Object.entries(actions)) await run(action, () => act(scene))
    const { rows: unnamed } = await client.rawQuery(
      `SELECT c.relname FROM pg_inherits i JOIN pg_class parent ON parent.oid = i.inhparent AND parent.relkind = 'I'
       JOIN pg_class c ON c.oid = i.inhrelid
       WHERE regexp_replace(c.relname, '_[0-9]+$', '') <> parent.relname`
    )
    assert.deepEqual(unnamed, [], 'Errors name them.')
    // The plans are really reported, and read.
    assert.includeMembers([...seen], ['chat_sessions', 'chat_messages', 'replies', 'reply_parts', 'chat_settings'])
  }).tags(longRun)
})
