import sharp from 'sharp'
import { ofBytes, type Colour } from '../craft/colour.ts'
import type { Plate } from '../craft/plate.ts'
import { rasterised, rawOf, type Size } from './finish.ts'

/** How close one looks: the study is at most this wide on its short side. */
const shortSideMax = 400

/** A small copy of what is to be painted, to look at while painting. */
export class Study {
  private constructor(
    readonly width: number,
    readonly height: number,
    /** Of the plate to the study. */
    readonly scale: number,
    readonly colours: readonly Colour[],
    /** The same out of focus, for the direction of edges. */
    readonly blurred: Uint8Array
  ) {}

  static async of(plate: Plate, size: Size): Promise<Study> {
    const scale = Math.min(shortSideMax, size.width, size.height) / Math.min(plate.width, plate.height)
    const [width, height] = [Math.round(plate.width * scale), Math.round(plate.height * scale)]
    const pixels = await rasterised(plate.toSvg(width, height))
    const blurred = await sharp(pixels, rawOf({ width, height })).greyscale().blur(3).raw().toBuffer()
    const colours: Colour[] = []
    for (let i = 0; i < pixels.length; i += 3) colours.push(ofBytes(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!))
    return new Study(width, height, scale, colours, blurred)
  }

  colour(x: number, y: number): Colour {
    return this.colours[this.#at(x, y)]!
  }

  /** How different it is around a place, from 0. */
  busyness(x: number, y: number, reach: number): number {
    const here = this.colour(x, y)
    let most = 0
    for (const [dx, dy] of around) {
      const there = this.colour(x + dx * reach, y + dy * reach)
      most = Math.max(most, Math.abs(there[0] - here[0]) + 0.6 * Math.hypot(there[1] - here[1], there[2] - here[2]))
    }
    return most
  }

  /** The direction along the edges here, of length 1; across a calm place it sways. */
  along(x: number, y: number): [number, number] {
    const value = (dx: number, dy: number) => this.blurred[this.#at(x + dx / this.scale, y + dy / this.scale)]!
    const [gx, gy] = [value(3, 0) - value(-3, 0), value(0, 3) - value(0, -3)]
    const strong = Math.hypot(gx, gy)
    if (strong < 3) {
      const sway = Math.sin(x / 170) * 0.7 + Math.cos(y / 130 + x / 310) * 0.7
      return [Math.cos(sway), Math.sin(sway)]
    }
    return [-gy / strong, gx / strong]
  }

  #at(x: number, y: number): number {
    const px = Math.min(this.width - 1, Math.max(0, Math.round(x * this.scale)))
    return Math.min(this.height - 1, Math.max(0, Math.round(y * this.scale))) * this.width + px
  }
}

const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
