import type { ApplicationService } from '@adonisjs/core/types'
import { SealedSecrets } from '#modules/accounts/index'
import { bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Bus } from '#modules/realtime/index'
import { ControlRoom, ControlRoomSettings } from './index.ts'
import { ChangeControlRoom } from './src/actions/change_control_room.ts'
import { RoomEditParts } from './src/edit_parts.ts'
import { AskConnection } from './src/queries/ask_connection.ts'
import { ControlRoomQuery } from './src/queries/control_room_query.ts'
import { ConnectionTestLimit } from './src/rate_limits.ts'
import { SealedKeys } from './src/sealed_keys.ts'

/** Changes are announced. This is for a process that missed one. */
const readEveryMs = 60_000

export default class ConnectionsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSettings(this.app, ControlRoomSettings, 'control_room')
    bindSingletons(this.app, [
      AskConnection,
      ChangeControlRoom,
      ConnectionTestLimit,
      ControlRoom,
      ControlRoomQuery,
      RoomEditParts,
      SealedKeys,
    ])
  }

  async boot() {
    const { container } = this.app
    const [secrets, keys] = [await container.make(SealedSecrets), await container.make(SealedKeys)]
    secrets.add(() => keys.reseal())
  }

  async start() {
    await import('./routes.ts')
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const room = await container.make(ControlRoom)
    const [bus, tasks] = [await container.make(Bus), await container.make(PeriodicTasks)]
    const read = { purpose: 'read the control room', everyMs: readEveryMs, run: () => room.read() }
    bus.listen(ControlRoom.channel, () => tasks.runNow(read))
    bus.onGap(() => tasks.runNow(read))
    tasks.start(read)
  }
}
