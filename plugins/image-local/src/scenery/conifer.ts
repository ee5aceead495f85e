import { straight, type Point } from '../craft/lines.ts'
import type { Scene } from './scene.ts'

/** A conifer standing at (x, y): boughs like shingles. */
export function conifer({ dice }: Pick<Scene, 'dice'>, x: number, y: number, tall: number): string {
  const wide = tall * dice.between(0.19, 0.27)
  const rows = Math.max(5, Math.min(13, Math.round(tall / 16)))
  const [left, right]: Point[][] = [[], []]
  for (let row = 0; row < rows; row++) {
    const share = (row + 1) / rows
    const reach = wide * share ** 0.9
    const at = y - tall + tall * 0.93 * share
    left!.push([x - reach * dice.between(0.8, 1.1), at + tall * 0.012], [x - reach * 0.52, at - tall * 0.014])
    right!.push([x + reach * dice.between(0.8, 1.1), at + tall * 0.012], [x + reach * 0.52, at - tall * 0.014])
  }
  return straight([[x, y - tall], ...right!, [x + tall * 0.018, y - tall * 0.07], [x + tall * 0.018, y + 4], [x - tall * 0.018, y + 4], [x - tall * 0.018, y - tall * 0.07], ...left!.toReversed()]) // prettier-ignore
}
