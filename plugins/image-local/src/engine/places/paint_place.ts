import type { Point } from '../curves.ts'
import type { Palette } from '../palette.ts'
import type { Sheet } from '../sheet.ts'
import type { Scenery } from '../traits.ts'
import * as inside from './inside.ts'
import * as outdoors from './outdoors.ts'
import * as rooms from './rooms.ts'
import type { Place } from './place.ts'

const painters: Record<Scenery, (place: Place) => void> = { ...inside, ...outdoors, ...rooms }

export const paintPlace = (sheet: Sheet, scenery: Scenery, palette: Palette, light: Point) =>
  painters[scenery]({ sheet, palette, light })
