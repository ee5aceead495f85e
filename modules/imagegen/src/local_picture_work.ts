import { inject } from '@adonisjs/core'
import { PictureWork } from '../index.ts'
import { DrawingSlots } from './drawing/drawing_slots.ts'
import { PictureReader } from './reading/picture_reader.ts'

@inject()
export class LocalPictureWork extends PictureWork {
  readonly #slots: DrawingSlots
  readonly #reader: PictureReader

  constructor(slots: DrawingSlots, reader: PictureReader) {
    super()
    this.#slots = slots
    this.#reader = reader
  }

  now() {
    return { drawing: this.#slots.size, ...this.#reader.size }
  }
}
