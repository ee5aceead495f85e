import { inject } from '@adonisjs/core'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { ControlRoomSettings } from './settings.ts'
import type { EditParts } from './edits.ts'
import { SealedKeys } from './sealed_keys.ts'

@inject()
export class RoomEditParts implements EditParts {
  readonly mayAsk: (address: string) => boolean

  constructor(
    readonly settings: ControlRoomSettings,
    readonly keys: SealedKeys,
    outbound: Outbound
  ) {
    this.mayAsk = (address) => outbound.mayAsk(address)
  }
}
