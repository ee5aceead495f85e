import type { HttpContext } from '@adonisjs/core/http'
import { isProven } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ControlRoomState } from '../../api.ts'
import type { ChangeControlRoom, RoomEdit, RoomRefusal } from '../actions/change_control_room.ts'
import type { StoredRoom } from '../control_room.ts'
import type { ControlRoomQuery } from '../queries/control_room_query.ts'
import { refuseRoom } from './refusals.ts'

/** Makes a change for an admin with a recent proof. Answers with the new state. */
export async function changeAsAdmin(
  ctx: HttpContext,
  { changeRoom, query }: { changeRoom: ChangeControlRoom; query: ControlRoomQuery },
  edit: (room: StoredRoom) => Result<RoomEdit, RoomRefusal>
): Promise<ControlRoomState | void> {
  if (!(await isProven(ctx))) return refuseRoom(ctx, 'unproven')
  const changed = await changeRoom.run(ctx.auth.getUserOrFail().id, edit)
  return changed.ok ? query.show() : refuseRoom(ctx, changed.failure)
}
