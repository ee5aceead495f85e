import { blend, css } from '../craft/colour.ts'
import { disc, line, n, shape, soft } from '../craft/lines.ts'
import { mist, type Scene } from './scene.ts'

/** What falls, drifts and glows before everything else. */
export function paintWeather(scene: Scene): void {
  const { weather } = scene.reading
  if (weather.has('fog')) {
    mist(scene, scene.height * 0.7, scene.height * 0.26, 0.5)
    mist(scene, scene.height * 0.9, scene.height * 0.2, 0.4)
  }
  if (weather.has('rain') || weather.has('storm')) rain(scene)
  if (weather.has('snow')) snow(scene)
  if (weather.has('petals') || weather.has('leaves')) drift(scene)
  if (weather.has('embers')) sparks(scene, 110)
  if (weather.has('fireflies')) sparks(scene, 60)
}

function rain({ plate, palette, dice, width, height }: Scene): void {
  const wind = dice.between(-0.3, 0.3)
  for (const [count, long, wide, opacity] of [
    [170, 34, 0.9, 0.28],
    [80, 70, 1.5, 0.34],
    [22, 130, 2.4, 0.3],
  ] as const) {
    let d = ''
    for (let i = 0; i < count; i++) {
      const far = long * dice.between(0.6, 1.3)
      d += `M${n(dice.between(-60, width + 60))} ${n(dice.between(-60, height))}l${n(far * wind)} ${n(far)}`
    }
    plate.add(line(d, css(palette.light), wide, `opacity="${opacity}"`))
  }
}

function snow({ plate, palette, dice, width, height }: Scene): void {
  for (const [count, r, blur, opacity] of [
    [190, 2, 0, 0.75],
    [70, 4.4, 1.2, 0.75],
    [16, 12, 6, 0.5],
  ] as const) {
    let flakes = ''
    for (let i = 0; i < count; i++)
      flakes += disc(
        dice.between(0, width),
        dice.between(0, height),
        r * dice.between(0.5, 1.25),
        css(blend(palette.light, [1, 0, 0], 0.5))
      )
    const layer = `<g opacity="${opacity}">${flakes}</g>`
    plate.add(blur ? plate.blurred(layer, blur) : layer)
  }
}

function drift({ plate, palette, dice, width, height }: Scene): void {
  for (const [count, size, blur] of [
    [70, 7, 0],
    [24, 14, 0.6],
    [7, 34, 6],
  ] as const) {
    let petals = ''
    for (let i = 0; i < count; i++) {
      const s = size * dice.between(0.6, 1.2)
      const d = soft([[-s, 0], [-s * 0.2, -s * 0.5], [s, -s * 0.08], [s * 0.1, s * 0.36]]) // prettier-ignore
      petals += `<g transform="translate(${n(dice.between(0, width))} ${n(dice.between(0, height))}) rotate(${n(dice.between(0, 360))})">${shape(d, css(blend(palette.accent, palette.light, dice.next() * 0.6)))}</g>`
    }
    plate.add(blur ? plate.blurred(petals, blur) : petals)
  }
}

function sparks({ plate, palette, dice, width, height }: Scene, count: number): void {
  let dots = ''
  for (let i = 0; i < count; i++) {
    const [x, y] = [dice.between(0, width), height * (1 - dice.next() ** 1.5 * 0.9)]
    const r = 1 + dice.next() ** 3 * 4
    if (i % 3 === 0) dots += plate.glow(x, y, r * 8, palette.accent, 0.6)
    dots += disc(x, y, r, css(blend(palette.accent, palette.light, 0.6)))
  }
  plate.add(dots)
}

/** Darker towards the corners, so that the eye stays. */
export function vignette({ plate, palette, width, height, light }: Scene): void {
  if (plate.isFlat) return
  const far = Math.hypot(width, height)
  plate.fill(plate.radial([[0, palette.near, 0], [0.52, palette.near, 0], [1, palette.near, 0.62]], (width + light[0]) / 3, height * 0.48, far * 0.72)) // prettier-ignore
}
