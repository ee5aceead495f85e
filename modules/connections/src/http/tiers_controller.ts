import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { ControlRoomState } from '../../api.ts'
import { ChangeControlRoom } from '../actions/change_control_room.ts'
import { RoomEditParts } from '../edit_parts.ts'
import { saveTier } from '../edits.ts'
import { ControlRoomQuery } from '../queries/control_room_query.ts'
import { changeAsAdmin } from './admin_change.ts'
import { tierValidator } from './validators.ts'

@inject()
export default class TiersController {
  readonly #services: { changeRoom: ChangeControlRoom; query: ControlRoomQuery }

  constructor(
    changeRoom: ChangeControlRoom,
    query: ControlRoomQuery,
    private readonly parts: RoomEditParts
  ) {
    this.#services = { changeRoom, query }
  }

  async change(ctx: HttpContext): Promise<ControlRoomState | void> {
    const body = await readBody(ctx, tierValidator)
    return changeAsAdmin(ctx, this.#services, saveTier(ctx.params.tier, body, this.parts))
  }

  reset(ctx: HttpContext): Promise<ControlRoomState | void> {
    return changeAsAdmin(ctx, this.#services, saveTier(ctx.params.tier, null, this.parts))
  }
}
