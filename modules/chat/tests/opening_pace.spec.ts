import { HttpContextFactory } from '@adonisjs/core/factories/http'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { Limiters } from '#modules/kernel/rate_limit'
import { GroupChats } from '../sessions/group_chats.ts'
import { CreatedChats } from '../replies/ports.ts'
import { OpenChat } from '../sessions/open_chat.ts'
import { ChatPages, OpeningPace } from '../sessions/chat_page.ts'
import { UserEvents } from '#modules/realtime/index'
import OpenChatsController from '../http/open_chats_controller.ts'
import GroupsController from '../http/groups_controller.ts'

test.group('Chats that are opened without a message', () => {
  test('are refused with 429 beyond the limit of an hour, while earlier chats still open', async ({ assert }) => {
    const { db, pace, user, open, create, characterIds } = await setUp()
    const [first, second] = characterIds
    assert.equal((await open(first!)).getStatus(), 200)
    assert.equal((await create(characterIds)).getStatus(), 201)
    pace.waitSeconds = 61
    for (const refused of [await open(second!), await open(first!, { new: 'true' }), await create(characterIds)]) {
      assert.equal(refused.getStatus(), 429)
      assert.equal(refused.getHeader('retry-after'), '61')
      assert.include(
        JSON.stringify(refused.getBody()),
        'opened many chats within the last hour. Please try again in 2 minutes.'
      )
    }
    assert.equal((await open(first!)).getStatus(), 200)
    const { rows } = await db.rawQuery('SELECT count(*)::int AS count FROM chat_sessions WHERE user_id = ?', [user.id])
    assert.equal(rows[0].count, 2)
    assert.equal(pace.counted, 5, 'an existing chat does not count')
  })
})

/** A pace that refuses on demand. */
class TestPace extends OpeningPace {
  waitSeconds: number | null = null
  counted = 0

  override async count() {
    this.counted++
    return this.waitSeconds
  }
}

const setUp = async () => {
  const { container } = app
  const [db, gallery] = await Promise.all([container.make(Database), container.make(Gallery)])
  const pages = await container.make(ChatPages)
  const pace = new TestPace(await container.make(Limiters))
  const user = { id: newId(), isAdmin: false, limitlessEnabled: false, username: 'ann' } as unknown as CurrentUser
  const openChat = new OpenChat(db, gallery, pages, pace, new CreatedChats())
  const talkativeness = { of: async () => new Map() }
  const events = await container.make(UserEvents)
  const groups = new GroupChats(db, events, gallery, talkativeness, pace, pages, new CreatedChats())
  const call = async (
    request: { params?: object; qs?: object; body?: object },
    work: (ctx: HttpContext) => unknown
  ) => {
    const ctx = new HttpContextFactory().create()
    Object.assign(ctx, { auth: { getUserOrFail: () => user }, params: request.params ?? {} })
    ctx.request.updateQs(request.qs ?? {})
    ctx.request.updateBody(request.body ?? {})
    await work(ctx)
    return ctx.response
  }
  const chats = new OpenChatsController(openChat)
  const groupsController = new GroupsController(groups)
  const { rows } = await db.rawQuery(
    `INSERT INTO characters (name, created_by) SELECT name, '00000000-0000-0000-0000-000000000001'
     FROM unnest(ARRAY['Wren', 'Mo']) AS name RETURNING id`
  )
  const characterIds = rows.map(({ id }: { id: string }) => id) as string[]
  const open = (id: string, qs: object = {}) => call({ params: { id }, qs }, (ctx) => chats.show(ctx))
  const create = (ids: string[]) => call({ body: { characterIds: ids } }, (ctx) => groupsController.store(ctx))
  return { db, pace, user, open, create, characterIds }
}
