import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { newId } from '#modules/kernel/ids'
import { readBody } from '#modules/kernel/validation'
import type { ConnectionTest, ControlRoomState } from '../../api.ts'
import { ChangeControlRoom } from '../actions/change_control_room.ts'
import { RoomEditParts } from '../edit_parts.ts'
import { removeConnection, saveConnection } from '../edits.ts'
import { AskConnection } from '../queries/ask_connection.ts'
import { ControlRoomQuery } from '../queries/control_room_query.ts'
import { ConnectionTestLimit } from '../rate_limits.ts'
import { changeAsAdmin } from './admin_change.ts'
import { refuseRoom } from './refusals.ts'
import { connectionValidator, testValidator } from './validators.ts'

@inject()
export default class ConnectionsController {
  readonly #services: { changeRoom: ChangeControlRoom; query: ControlRoomQuery }

  constructor(
    changeRoom: ChangeControlRoom,
    query: ControlRoomQuery,
    private readonly parts: RoomEditParts,
    private readonly ask: AskConnection,
    private readonly limit: ConnectionTestLimit
  ) {
    this.#services = { changeRoom, query }
  }

  async create(ctx: HttpContext): Promise<ControlRoomState | void> {
    const body = await readBody(ctx, connectionValidator)
    const answer = await changeAsAdmin(ctx, this.#services, saveConnection(newId(), body, true, this.parts))
    if (answer) ctx.response.status(201)
    return answer
  }

  async change(ctx: HttpContext): Promise<ControlRoomState | void> {
    const body = await readBody(ctx, connectionValidator)
    return changeAsAdmin(ctx, this.#services, saveConnection(ctx.params.id, body, false, this.parts))
  }

  destroy(ctx: HttpContext): Promise<ControlRoomState | void> {
    return changeAsAdmin(ctx, this.#services, removeConnection(ctx.params.id))
  }

  async test(ctx: HttpContext): Promise<ConnectionTest | void> {
    const { model } = await readBody(ctx, testValidator)
    const connection = await this.#permitted(ctx)
    if (connection) return this.ask.test(connection, model)
  }

  async models(ctx: HttpContext): Promise<string[] | void> {
    const connection = await this.#permitted(ctx)
    if (!connection) return
    const models = await this.ask.models(connection)
    return Array.isArray(models) ? models : refuseRoom(ctx, { kind: 'no_models', ...models })
  }

  async #permitted(ctx: HttpContext) {
    const connection = await this.ask.find(ctx.params.id)
    if (!connection) return refuseRoom(ctx, 'unknown_connection')
    const retryAfterSeconds = await this.limit.count(ctx.auth.getUserOrFail().id)
    return retryAfterSeconds === null ? connection : refuseRoom(ctx, { kind: 'too_many', retryAfterSeconds })
  }
}
