import { inject } from '@adonisjs/core'
import { PictureWork } from '../index.ts'
import { DrawingSlots } from './drawing/drawing_slots.ts'
import { PictureReader } from './reading/picture_reader.ts'

@inject()
export class LocalPictureWork extends PictureWork {
  constructor(
    private readonly slots: DrawingSlots,
    private readonly reader: PictureReader
  ) {
    super()
  }

  now() {
    return { drawing: this.slots.size, ...this.reader.size }
  }
}
