import { n, shape, type Point } from '../craft/lines.ts'
import type { Landmark } from '../reading/vocabulary.ts'
import type { Scene } from './scene.ts'

/** Something built, 200 or so tall, standing at the origin. */
export type Builder = (ink: string, lights: string, scene: Scene) => string
export type Builders = Partial<Record<Landmark, Builder>>

/** Lit windows. */
export const panes = (spots: readonly Point[], lights: string) =>
  shape(spots.map(([x, y]) => `M${n(x - 2)} ${n(y)}v-5a2 2 0 0 1 4 0v5z`).join(''), lights)
