import { PictureWork } from '../index.ts'
import type { Places } from './drawing/places.ts'
import type { PictureReader } from './reading/picture_reader.ts'

export class PicturesUnderWay extends PictureWork {
  readonly #places: Places
  readonly #reader: PictureReader

  constructor(places: Places, reader: PictureReader) {
    super()
    this.#places = places
    this.#reader = reader
  }

  now() {
    return { drawing: this.#places.size, ...this.#reader.size }
  }
}
