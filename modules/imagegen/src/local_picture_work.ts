import { PictureWork } from '../index.ts'
import type { DrawingSlots } from './drawing/drawing_slots.ts'
import type { PictureReader } from './reading/picture_reader.ts'

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
