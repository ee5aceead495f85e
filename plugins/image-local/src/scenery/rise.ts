import { blend, css } from '../craft/colour.ts'
import { line, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { facets } from './mountains.ts'
import { tone, type Scene } from './scene.ts'

/** A rise in the foreground for somebody to stand on. Gives its top. */
export function paintRise(scene: Scene, x: number, isStone: boolean): Point {
  const { width, height, dice, plate } = scene
  const top = height * 0.86
  const points: Point[] = []
  for (let step = 0; step <= 22; step++) {
    const px = -30 + ((width + 60) * step) / 22
    const near = Math.max(0, 1 - Math.abs(px - x) / (width * 0.34))
    const flat = Math.abs(px - x) < width * 0.06 ? 0 : dice.about(0, isStone ? height * 0.012 : height * 0.003)
    points.push([px, height * 1.0 - (height * 1.0 - top) * Math.min(1, near * 1.28) ** 0.85 + flat])
  }
  const d = isStone ? straight(points, false) : soft(points, false)
  const body = tone(scene, 0.97)
  plate.add(shape(`${d}V${n(height + 20)}H-30z`, css(body)))
  if (isStone) facets(scene, points, 0.82, height * 0.05, false)
  plate.add(line(d, css(blend(body, scene.palette.light, 0.4)), 1.6, 'opacity=".55"'))
  return [x, top + 3]
}
