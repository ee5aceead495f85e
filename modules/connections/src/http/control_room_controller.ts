import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { ControlRoomFile, ControlRoomState } from '../../api.ts'
import { ChangeControlRoom } from '../actions/change_control_room.ts'
import { RoomEditParts } from '../edit_parts.ts'
import { replaceAll } from '../edits.ts'
import { ControlRoomSettings } from '../settings.ts'
import { ControlRoomQuery } from '../queries/control_room_query.ts'
import { changeAsAdmin } from './admin_change.ts'
import { refuseRoom } from './refusals.ts'
import { fileValidator } from './validators.ts'

@inject()
export default class ControlRoomController {
  readonly #services: { changeRoom: ChangeControlRoom; query: ControlRoomQuery }

  constructor(
    changeRoom: ChangeControlRoom,
    private readonly query: ControlRoomQuery,
    private readonly parts: RoomEditParts,
    private readonly settings: ControlRoomSettings
  ) {
    this.#services = { changeRoom, query }
  }

  show(): Promise<ControlRoomState> {
    return this.query.show()
  }

  async export(ctx: HttpContext): Promise<ControlRoomFile | void> {
    return this.settings.isOpen ? this.query.file() : refuseRoom(ctx, 'locked')
  }

  async import(ctx: HttpContext): Promise<ControlRoomState | void> {
    const file = await readBody(ctx, fileValidator)
    return changeAsAdmin(ctx, this.#services, replaceAll(file as ControlRoomFile, this.parts))
  }
}
