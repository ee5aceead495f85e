import type { Locator } from 'playwright-core'
import { framesLater } from './look.ts'
import { until } from './screens.ts'

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Returns the box of an element once it stands still. Sheets slide in, and arriving content moves the elements below. */
export const boxOf = async (place: Locator): Promise<Box> => {
  let box = await place.boundingBox()
  await until(async () => {
    const last = box
    await place.page().evaluate(framesLater)
    box = await place.boundingBox()
    return box !== null && JSON.stringify(box) === JSON.stringify(last)
  }, `${place} stands still`)
  return box!
}
